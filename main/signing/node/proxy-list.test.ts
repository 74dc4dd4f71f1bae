import { expect, test } from 'vitest';
import { parseProxyList } from './proxy-list.ts';

const proxy = (host: string, port: number, secure = false) => ({ kind: 'proxy', secure, host, port });
const direct = { kind: 'direct' };

test.each([
  ['', [direct]],
  [' ; ', [direct]],
  ['DIRECT', [direct]],
  ['PROXY a:8080; PROXY b; direct', [proxy('a', 8080), proxy('b', 80), direct]],
  ['HTTPS a; HTTPS b:80;HTTP c:3128', [proxy('a', 443, true), proxy('b', 80, true), proxy('c', 3128)]],
  ['PROXY [::1]:8080', [proxy('::1', 8080)]],
  ['SOCKS5 a:1080;DIRECT', [{ kind: 'unsupported', text: 'SOCKS5 a:1080' }, direct]],
  ['PROXY', [{ kind: 'unsupported', text: 'PROXY' }]],
])('parses %s', (list, routes) => {
  expect(parseProxyList(list)).toEqual(routes);
});
