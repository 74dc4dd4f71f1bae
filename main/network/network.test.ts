import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { lengths } from '../../preload/contract/limits.ts';
import { createAuthority } from '../../test/practice-service/network/authority.ts';
import { startHttpProxy } from '../../test/practice-service/network/http-proxy.ts';
import { openJournal } from '../journal/journal.ts';
import { type Keychain, keychainName } from '../keychain/keychain.ts';
import { createSigningClient } from '../signing/client.ts';
import { success } from '../signing/outcome.ts';
import { Secret } from '../signing/secret.ts';
import { rawServer } from '../signing/testing/raw-server.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { createNetwork } from './network.ts';
import { createNetworkProbe } from './network-probe.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-network-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A service inside a company, whose certificate is from the company's own authority. */
async function startInside() {
  const authority = createAuthority();
  const server = createServer(authority.issue(['127.0.0.1', 'localhost']), (_request, response) => response.end('{}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  return {
    url: `https://127.0.0.1:${port}/`,
    port,
    authority: authority.certificate,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function start(
  proxyFor: () => Promise<string> = async () => 'DIRECT',
  trustSystem?: () => Promise<boolean>,
  refusing: Partial<Keychain> = {},
) {
  const keychain = { ...memoryKeychain(), ...refusing };
  const { journal } = openJournal(':memory:');
  const state = createPublishedState(emptyState);
  let now = 0;
  const network = createNetwork({
    settings: journal.settings,
    keychain,
    state,
    proxyFor,
    allowLoopback: false,
    clock: { monotonic: () => now },
    ...(trustSystem ? { trustSystem } : {}),
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { network, state, keychain, pass, close: () => (network.close(), journal.close()) };
}

const get = (url: string) => ({ method: 'GET', url, headers: {}, maxAnswerBytes: 1_000 }) as const;

describe('network', () => {
  test("a company's own authority is trusted while its file is chosen", async () => {
    await using inside = await startInside();
    const { network, state, close } = start();
    expect(await network.http.send(get(inside.url))).toMatchObject({
      kind: 'notSent',
      problem: { kind: 'certificate' },
    });

    const letter = join(folder, 'letter.pem');
    writeFileSync(letter, 'Dear aunt,');
    expect(network.setAuthority(letter)).toMatchObject({ ok: false, problem: { key: 'authority-unusable' } });
    writeFileSync(letter, inside.authority + '\n'.repeat(lengths.authorityFile));
    expect(network.setAuthority(letter)).toMatchObject({ ok: false, problem: { key: 'authority-unusable' } });
    const file = join(folder, 'company.pem');
    writeFileSync(file, inside.authority);
    expect(network.setAuthority(file)).toEqual({ ok: true });
    expect(state.get().network.authority).toBe(file);
    expect(await network.http.send(get(inside.url))).toMatchObject({ kind: 'response', response: { status: 200 } });
    const seen = await network.probe.handshake({ host: '127.0.0.1', port: inside.port }, { kind: 'direct' });
    expect(seen).toMatchObject({ ok: true, value: { distrust: null } });

    network.setAuthority(null);
    expect(await network.http.send(get(inside.url))).toMatchObject({
      kind: 'notSent',
      problem: { kind: 'certificate' },
    });
    close();
  });

  test.each([
    ['a handshake', false],
    ['a proxy that speaks TLS', true],
  ])('%s waits for the system certificates, like every request', async (_, secureProxy) => {
    await using inside = await startInside();
    const usual = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(usual));
    const known = Promise.withResolvers<void>();
    let asked = 0;
    const { network, close } = start(undefined, async () => {
      asked += 1;
      await known.promise;
      setDefaultCACertificates([...usual, inside.authority]);
      return true;
    });
    onTestFinished(close);
    const here = { host: '127.0.0.1', port: inside.port };
    const probed = secureProxy
      ? network.probe.open({ host: 'a.example', port: 443 }, { kind: 'proxy', secure: true, ...here })
      : network.probe.handshake(here, { kind: 'direct' });
    const sent = network.http.send(get(inside.url));
    // `later` starts last and does not wait. If the others did not wait either, one of them would win the race.
    const later = createNetworkProbe({}).handshake(here, { kind: 'direct' });
    expect(
      await Promise.race([probed.then(() => 'judged'), sent.then(() => 'sent'), later.then(() => 'both wait')]),
    ).toBe('both wait');
    known.resolve();
    expect(await probed).not.toMatchObject({ problem: { kind: 'certificate' } });
    expect(await probed).not.toMatchObject({ value: { distrust: expect.any(String) } });
    expect(await sent).toMatchObject({ kind: 'response' });
    expect(asked).toBe(1);
  });

  test('system certificates that could not be read are read again a minute later', async () => {
    await using inside = await startInside();
    const usual = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(usual));
    let reads = 0;
    const { network, pass, close } = start(undefined, async () => {
      reads += 1;
      if (reads === 1) return false;
      setDefaultCACertificates([...usual, inside.authority]);
      return true;
    });
    onTestFinished(close);
    const send = () => network.http.send(get(inside.url));
    for (let sent = 0; sent < 2; sent += 1) expect(await send()).toMatchObject({ problem: { kind: 'certificate' } });
    expect(reads).toBe(1);
    pass(60_000);
    // All that wait for it wait for one reading.
    for (const answer of await Promise.all([send(), send(), send()]))
      expect(answer).toMatchObject({ kind: 'response' });
    await send();
    expect(reads).toBe(2);
  });

  test('the proxy gets its password from the keychain, and a new one at once', async () => {
    await using inside = await startInside();
    const proxy = await startHttpProxy({ credentials: { username: 'anna', password: 'right' } });
    const file = join(folder, 'company.pem');
    writeFileSync(file, inside.authority);
    const { network, close } = start(async () => `PROXY 127.0.0.1:${proxy.port}`);
    network.setAuthority(file);
    const refused = { kind: 'notSent', problem: { kind: 'proxy-credentials' } };
    expect(await network.http.send(get(inside.url))).toMatchObject(refused);
    const here = `http://127.0.0.1:${proxy.port}`;
    expect(await network.setProxy('anna', new Secret('wrong'), here)).toEqual({ ok: true });
    expect(await network.http.send(get(inside.url))).toMatchObject(refused);
    await network.setProxy('anna', new Secret('right'), here);
    expect(await network.http.send(get(inside.url))).toMatchObject({ kind: 'response' });
    close();
    await proxy.close();
  });

  test('the proxy password goes to no other proxy, however that came to be the one of the system', async () => {
    const credentials = { username: 'anna', password: 'right' };
    const own = await startHttpProxy({ credentials });
    const stranger = await startHttpProxy({ credentials });
    onTestFinished(async () => {
      await own.close();
      await stranger.close();
    });
    const nameOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`;
    let used = own;
    const { network, state, close } = start(async () => `PROXY 127.0.0.1:${used.port}`);
    onTestFinished(close);
    const ask = () => network.http.send(get('https://service.example/'));
    const problem = { problem: { kind: 'proxy-credentials' } };
    // Nobody asked: no password is taken for whoever comes first.
    expect(await network.setProxy('anna', new Secret('right'), nameOf(own))).toMatchObject({
      problem: { key: 'proxy-not-asking' },
    });
    expect(await ask()).toMatchObject(problem);
    expect(state.get().network.passwordFor).toBe(nameOf(own));
    expect(await network.setProxy('anna', new Secret('right'), nameOf(own))).toEqual({ ok: true });
    expect(await ask()).not.toMatchObject(problem);

    used = stranger;
    expect(await ask()).toMatchObject(problem);
    expect(stranger.passwords()).toEqual([]);
    expect(state.get().network.passwordFor).toBe(nameOf(stranger));
    // The window shows the former one still, or keeps the password for another one.
    expect(await network.setProxy('anna', new Secret('right'), nameOf(own))).toMatchObject({
      problem: { key: 'proxy-not-asking' },
    });
    expect(await network.setProxy('anna', null, nameOf(stranger))).toMatchObject({
      problem: { key: 'proxy-password-anew' },
    });
    expect(await ask()).toMatchObject(problem);
    // A window that was taken over may choose any proxy by hand.
    network.setRoute({ mode: 'manual', address: `127.0.0.1:${stranger.port}` });
    expect(await ask()).toMatchObject(problem);
    expect(stranger.passwords()).toEqual([]);

    // Two proxies of a company with one password: the first keeps it.
    expect(await network.setProxy('anna', new Secret('right'), `127.0.0.1:${stranger.port}`)).toEqual({ ok: true });
    expect(await ask()).not.toMatchObject(problem);
    network.setRoute({ mode: 'system', address: '' });
    used = own;
    expect(await ask()).not.toMatchObject(problem);
  });

  test('a proxy that repeats its password is redacted, in a failed call and in a check of the connection', async () => {
    const asked = 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nConnection: close\r\n\r\n';
    const proxy = await rawServer({
      whole: (socket, { head }) =>
        socket.end(head.includes('Basic ') ? 'HTTP/1.1 502 anna:Tr0ub4dor was here\r\n\r\n' : asked),
    });
    const { network, close } = start();
    onTestFinished(close);
    network.setRoute({ mode: 'manual', address: `127.0.0.1:${proxy.port}` });
    await network.setProxy('anna', new Secret('Tr0ub4dor'), `127.0.0.1:${proxy.port}`);
    const client = createSigningClient({
      http: network.http,
      clock: { now: () => 0 },
      addresses: { base: 'https://service.example/api/v1', auth: 'https://service.example' },
      credentials: async () =>
        success({ username: 'u', password: new Secret('pass-word'), client: { form: 'public', clientId: 'c' } }),
    });
    const route = { kind: 'proxy', secure: false, host: '127.0.0.1', port: proxy.port } as const;
    const details = expect.stringMatching(/HTTP 502 anna:\[secret\] was here$/);
    expect(await client.signIn()).toMatchObject({ failure: { kind: 'proxy-refused', details } });
    const opened = await network.probe.open({ host: 'service.example', port: 443 }, route);
    expect(opened).toMatchObject({ problem: { kind: 'proxy-refused', details } });
  });

  test.each([
    ['manual', 'https://proxy.example:8080', ['https://proxy.example:8080']],
    ['manual', 'proxy.example:8080', []],
    ['system', '', []],
  ] as const)(
    'a password of an earlier version belongs to the proxy that was entered, if it speaks TLS: %s %s',
    (mode, address, hosts) => {
      const { journal } = openJournal(':memory:');
      onTestFinished(() => journal.close());
      journal.settings.set('proxyUser', 'anna');
      journal.settings.set('proxy', { mode, address });
      const state = createPublishedState(emptyState);
      const deps = { settings: journal.settings, keychain: memoryKeychain(), state, allowLoopback: false };
      createNetwork({ ...deps, clock: stoppedClock(), proxyFor: async () => 'DIRECT' }).close();
      expect(journal.settings.get('proxyHosts')).toEqual(hosts);
    },
  );

  test('the proxy that the person entered is used instead of the one of the system', async () => {
    const proxy = await startHttpProxy();
    const { network, state, close } = start(async () => 'DIRECT');
    onTestFinished(close);
    const service = get('https://service.example/');
    const address = `127.0.0.1:${proxy.port}`;
    expect(network.setRoute({ mode: 'manual', address: `socks5://${address}` })).toMatchObject({
      ok: false,
      problem: { key: 'proxy-address' },
    });
    expect(state.get().network.proxy.mode).toBe('system');
    expect(network.setRoute({ mode: 'manual', address })).toEqual({ ok: true });
    await network.http.send(service);
    expect(await network.probe.routes(service.url)).toMatchObject({ value: [{ kind: 'proxy', port: proxy.port }] });
    expect(proxy.seen.map(({ target }) => target)).toEqual(['service.example:443']);
    expect(network.setRoute({ mode: 'none', address })).toEqual({ ok: true });
    expect(await network.probe.routes(service.url)).toMatchObject({ value: [{ kind: 'direct' }] });
    expect(state.get().network.proxy).toEqual({ mode: 'none', address });
    await proxy.close();
  });

  test('the proxy password stays for the same user name, and is removed with the name', async () => {
    const { network, state, keychain, close } = start();
    onTestFinished(close);
    network.setRoute({ mode: 'manual', address: 'proxy.example:8080' });
    const kept = async () => {
      const answer = await keychain.get(keychainName('proxy'));
      return { user: state.get().network.proxyUser, password: answer.kind === 'ok' ? answer.secret.reveal() : null };
    };
    await network.setProxy('anna', new Secret('one'), 'proxy.example:8080');
    expect(await network.setProxy('anna', null, 'proxy.example:8080')).toEqual({ ok: true });
    expect(await kept()).toEqual({ user: 'anna', password: 'one' });
    await network.setProxy('bert', null, 'proxy.example:8080');
    expect(await kept()).toEqual({ user: 'bert', password: '' });
    await network.setProxy('bert', new Secret('two'), 'proxy.example:8080');
    expect(await network.setProxy('', null)).toEqual({ ok: true });
    expect(await kept()).toEqual({ user: null, password: null });
    expect(await network.setProxy('', new Secret('three'))).toEqual({ ok: true });
    expect(await kept()).toEqual({ user: null, password: null });
  });

  test('the user name stays when the keychain cannot remove the password', async () => {
    const denied = { kind: 'denied', detail: '' } as const;
    const { network, state, close } = start(undefined, undefined, { delete: async () => denied });
    onTestFinished(close);
    network.setRoute({ mode: 'manual', address: 'proxy.example:8080' });
    await network.setProxy('anna', new Secret('one'), 'proxy.example:8080');
    expect(await network.setProxy('', null)).toMatchObject({ ok: false, problem: { key: 'keychain-denied' } });
    expect(state.get().network.proxyUser).toBe('anna');
  });
});
