import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseProxyList } from '../signing/node/proxy-list.ts';
import { proxiesFor, proxyEntry } from './proxy-choice.ts';

test.each([
  ['proxy.firm.example:8080', 'PROXY proxy.firm.example:8080'],
  [' http://proxy.firm.example:3128/ ', 'PROXY proxy.firm.example:3128'],
  ['HTTPS://proxy.firm.example', 'HTTPS proxy.firm.example'],
  ['[::1]:3128', 'PROXY [::1]:3128'],
  ['10.0.0.1', 'PROXY 10.0.0.1'],
])('takes %s as the address of a proxy', (address, entry) => {
  expect(proxyEntry(address)).toBe(entry);
});

test.each([
  '',
  ' ',
  'socks5://proxy:1080',
  'http://anna:secret@proxy:8080',
  'proxy:8080/proxy.pac',
  'proxy:99999',
  'proxy:8080; DIRECT',
  'a b',
  'file:///etc/passwd',
])('refuses %j', (address) => {
  expect(proxyEntry(address)).toBeNull();
});

test('no text leads to more than one route, or around the proxy', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[a-z;: ]+$/)), (address) => {
      const entry = proxyEntry(address);
      if (entry !== null) expect(parseProxyList(entry)).toMatchObject([{ kind: 'proxy' }]);
    }),
    { numRuns: 2_000 },
  );
});

const system = async () => 'PROXY from-the-system:8080';
const service = 'https://service.example/api/v1';

test('follows the choice of the person', async () => {
  expect(await proxiesFor({ mode: 'system', address: 'x' }, service, system)).toBe('PROXY from-the-system:8080');
  expect(await proxiesFor({ mode: 'none', address: 'x' }, service, system)).toBe('DIRECT');
  expect(await proxiesFor({ mode: 'manual', address: 'x:1' }, service, system)).toBe('PROXY x:1');
});

test('reaches this computer without the proxy', async () => {
  const manual = { mode: 'manual', address: 'x:1' } as const;
  for (const own of ['http://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]:1/'])
    expect(await proxiesFor(manual, own, system)).toBe('DIRECT');
  expect(await proxiesFor(manual, 'https://127.0.0.1.evil.example/', system)).toBe('PROXY x:1');
});

test('a damaged address of a proxy is no reason to go without it', async () => {
  const routes = parseProxyList(await proxiesFor({ mode: 'manual', address: 'a b; DIRECT' }, service, system));
  expect(routes.filter(({ kind }) => kind === 'proxy')).toEqual([]);
  expect(routes[0]).toMatchObject({ kind: 'unsupported' });
});
