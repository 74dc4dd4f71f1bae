import { connect, createServer } from 'node:net';
import { createSecureContext } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import type { Route } from '../signing/node/proxy-list.ts';
import { makeCertificate } from '../signing/testing/certificate.ts';
import { answer, rawServer } from '../signing/testing/raw-server.ts';
import { createNetworkProbe } from './network-probe.ts';

const certificate = makeCertificate();
const forAnotherName = makeCertificate('DNS:other.example');
afterAll(() => {
  certificate.remove();
  forAnotherName.remove();
});

const direct: Route = { kind: 'direct' };
const here = (port: number) => ({ host: '127.0.0.1', port });
const trusting = (...trusted: readonly { readonly cert: string }[]) =>
  createNetworkProbe({ secureContext: () => createSecureContext({ ca: trusted.map(({ cert }) => cert) }) });

/** A port where nothing listens: it was free a moment ago. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a handshake', () => {
  test('reads the certificates of a trusted server and sends nothing', async () => {
    const server = await rawServer({ tls: certificate });
    const seen = await trusting(certificate).handshake(here(server.port), direct);
    expect(seen).toMatchObject({
      ok: true,
      value: { protocol: 'TLSv1.3', distrust: null, chain: [{ subject: 'CN=test', issuer: 'CN=test' }] },
    });
    expect(seen.ok && seen.value.chain[0]?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(server.requests).toEqual([]);
  });

  test('reads the certificates of an untrusted server', async () => {
    const server = await rawServer({ tls: certificate });
    const seen = await trusting().handshake(here(server.port), direct);
    expect(seen).toMatchObject({
      ok: true,
      value: { distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT', chain: [{ subject: 'CN=test' }] },
    });
  });

  test('reports a certificate for another name', async () => {
    const server = await rawServer({ tls: forAnotherName });
    const seen = await trusting(forAnotherName).handshake(here(server.port), direct);
    expect(seen).toMatchObject({ ok: true, value: { distrust: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
  });

  test('fails at a server without TLS', async () => {
    const server = await rawServer({ data: (socket) => answer(socket, 200) });
    expect(await trusting().handshake(here(server.port), direct)).toMatchObject({
      ok: false,
      problem: { kind: 'tls-failed' },
    });
  });

  test('ends in time at a silent server', async () => {
    // The time is up as soon as the server has our first message, which it never answers.
    const time = new AbortController();
    const server = await rawServer({ data: () => time.abort() });
    const seen = await createNetworkProbe({ silenceEnd: () => time.signal }).handshake(here(server.port), direct);
    expect(seen).toMatchObject({ ok: false, problem: { kind: 'tls-failed' } });
  });
});

test('opens a port that listens, and fails at a dead one', async () => {
  const probe = createNetworkProbe({});
  const server = await rawServer({});
  expect(await probe.open(here(server.port), direct)).toEqual({ ok: true, value: undefined });
  expect(await probe.open(here(await deadPort()), direct)).toMatchObject({
    ok: false,
    problem: { kind: 'unreachable' },
  });
});

test('looks up names', async () => {
  const probe = createNetworkProbe({});
  expect(await probe.addresses('127.0.0.1')).toEqual({ ok: true, value: ['127.0.0.1'] });
  // Not a valid name, so no name server is asked.
  expect(await probe.addresses('a..b')).toMatchObject({ ok: false, problem: { kind: 'name-not-found' } });
});

test('reads the routes from the proxy script', async () => {
  const script = async () => 'PROXY 10.0.0.1:8080; DIRECT';
  expect(await createNetworkProbe({ proxyFor: script }).routes('https://a.example')).toMatchObject({
    ok: true,
    value: [{ kind: 'proxy', host: '10.0.0.1', port: 8_080 }, { kind: 'direct' }],
  });
  expect(await createNetworkProbe({}).routes('https://a.example')).toEqual({ ok: true, value: [direct] });
  const broken = async () => Promise.reject(new Error('no script'));
  expect(await createNetworkProbe({ proxyFor: broken }).routes('https://a.example')).toMatchObject({
    ok: false,
    problem: { kind: 'proxy-unreachable' },
  });
});

test('goes through a proxy, and reports one that refuses', async () => {
  const server = await rawServer({ tls: certificate });
  const proxy = await rawServer({
    whole: (socket) => {
      socket.removeAllListeners('data');
      const onward = connect(server.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      onward.on('error', () => socket.destroy());
      socket.on('close', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    },
  });
  const closed = await rawServer({ whole: (socket) => answer(socket, 407, '', ['Proxy-Authenticate: Basic']) });
  const via = (port: number): Route => ({ kind: 'proxy', secure: false, ...here(port) });
  const probe = trusting(certificate);
  expect(await probe.handshake(here(server.port), via(proxy.port))).toMatchObject({
    ok: true,
    value: { distrust: null },
  });
  expect(await probe.open(here(server.port), via(closed.port))).toMatchObject({
    ok: false,
    problem: { kind: 'proxy-credentials' },
  });
});
