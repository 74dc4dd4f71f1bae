/** Environment variables must not weaken TLS. Each test starts a process of its own with such variables. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '../testing/certificate.ts';
import { answer, rawServer } from '../testing/raw-server.ts';

const PASSWORD = 'canary-password-5e1';
const certificate = makeCertificate();
const another = makeCertificate();
const folder = mkdtempSync(join(tmpdir(), 'countersign-environment-'));
afterAll(() => {
  certificate.remove();
  another.remove();
  rmSync(folder, { recursive: true });
});

const lax = join(folder, 'openssl.cnf');
const laxRules = ['VerifyMode = None', 'MinProtocol = TLSv1', 'CipherString = ALL:aNULL:@SECLEVEL=0'];
const sections = ['nodejs_conf = init', 'openssl_conf = init', '[init]', 'ssl_conf = ssl', '[ssl]'];
writeFileSync(lax, [...sections, 'system_default = lax', '[lax]', ...laxRules, ''].join('\n'));
const keys = join(folder, 'keys.log');

interface Visit {
  readonly url: string;
  readonly trusting?: string;
  readonly proxy?: string;
}

/** Signs in at the address, then reads its certificates as the connection diagnosis does. */
const script = ({ url, trusting, proxy }: Visit) => `
  import { createNetworkProbe } from ${module('../../network/network-probe.ts')};
  import { createSigningClient } from ${module('../client.ts')};
  import { createNodeHttp } from ${module('../node-http.ts')};
  import { Secret } from ${module('../secret.ts')};
  const http = createNodeHttp({
    extraCaFile: ${JSON.stringify(trusting)},
    proxyFor: async () => ${JSON.stringify(proxy ?? 'DIRECT')},
    proxyCredentials: async () => ({ username: 'u', password: new Secret(${JSON.stringify(PASSWORD)}) }),
    limits: { connectMs: 10_000 },
  });
  const client = createSigningClient({
    http,
    clock: { now: () => Date.now() },
    addresses: { base: ${JSON.stringify(`${url}/api/v1`)}, auth: ${JSON.stringify(url)} },
    credentials: async () => ({
      ok: true,
      value: {
        username: 'u',
        password: new Secret(${JSON.stringify(PASSWORD)}),
        client: { form: 'public', clientId: 'c' },
      },
    }),
  });
  const signedIn = await client.signIn();
  const { port } = new URL(${JSON.stringify(url)});
  const seen = await createNetworkProbe({}).handshake({ host: '127.0.0.1', port: Number(port) }, { kind: 'direct' });
  http.close();
  console.log(JSON.stringify([
    signedIn.ok ? 'ok' : signedIn.failure.kind,
    seen.ok ? seen.value.distrust : seen.problem.kind,
  ]));
`;

function module(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href);
}

/** The result of the sign-in, and the reason why the server is not trusted. */
async function visitServer(visit: Visit, environment: Readonly<Record<string, string>>): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script(visit)], {
    env: { ...process.env, ...environment },
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

const untrusted = () => rawServer({ tls: certificate, whole: (socket) => answer(socket, 200) });
const tokens = (socket: Parameters<typeof answer>[0]) =>
  answer(socket, 200, JSON.stringify({ access_token: 't', expires_in: 900 }));

describe('an untrusted server gets nothing', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['nothing', {}],
    ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    // Both variables add an authority. That weakens nothing, so companies may use them.
    ['NODE_EXTRA_CA_CERTS', { NODE_EXTRA_CA_CERTS: another.file }],
    ['SSL_CERT_FILE', { SSL_CERT_FILE: another.file, NODE_OPTIONS: '--use-openssl-ca' }],
    ['OPENSSL_CONF', { OPENSSL_CONF: lax, NODE_OPTIONS: '--openssl-shared-config' }],
    ['NODE_OPTIONS', { NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=ALL:aNULL:@SECLEVEL=0 --insecure-http-parser' }],
    ['SSLKEYLOGFILE', { SSLKEYLOGFILE: keys, NODE_OPTIONS: `--tls-keylog=${keys}` }],
  ])('with %s in the environment', async (_, environment) => {
    const server = await untrusted();
    const direct = await visitServer({ url: server.url }, environment);
    expect(direct).toEqual(['certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
    const proxy = `HTTPS 127.0.0.1:${server.port}`;
    const throughProxy = await visitServer({ url: server.url, proxy }, environment);
    expect(throughProxy).toEqual(['certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
    expect(server.requests).toEqual([]);
    expect(existsSync(keys)).toBe(false);
  });
});

describe('a server that is trusted', () => {
  test('is reached without the proxy named in the environment', async () => {
    const elsewhere = await rawServer({});
    const server = await rawServer({ tls: certificate, whole: tokens });
    const { url } = elsewhere;
    const environment = {
      HTTPS_PROXY: url,
      HTTP_PROXY: url,
      ALL_PROXY: url,
      https_proxy: url,
      NODE_USE_ENV_PROXY: '1',
    };
    expect(await visitServer({ url: server.url, trusting: certificate.file }, environment)).toEqual([
      'ok',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ]);
    expect(server.requests[0]?.body.toString()).toContain(PASSWORD);
    expect(elsewhere.connections()).toBe(0);
  });

  test('gets nothing over an old version of TLS', async () => {
    const server = await rawServer({ tls: certificate, oldTls: true, whole: tokens });
    const environment = { NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT:@SECLEVEL=0', OPENSSL_CONF: lax };
    const trusting = certificate.file;
    expect(await visitServer({ url: server.url, trusting }, environment)).toEqual(['tls-failed', 'tls-failed']);
    expect(server.requests).toEqual([]);
  });

  test('cannot send an ambiguous HTTP answer', async () => {
    const twoWays = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    const server = await rawServer({ tls: certificate, whole: (socket) => socket.end(twoWays) });
    const environment = { NODE_OPTIONS: '--insecure-http-parser' };
    const trusting = certificate.file;
    expect(await visitServer({ url: server.url, trusting }, environment)).toEqual([
      'answer-lost',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ]);
  });

  test('leaves no TLS keys in a file', async () => {
    const server = await rawServer({ tls: certificate, whole: tokens });
    const environment = { NODE_OPTIONS: `--tls-keylog=${keys}` };
    await visitServer({ url: server.url, trusting: certificate.file }, environment);
    expect(server.requests).toHaveLength(1);
    expect(existsSync(keys)).toBe(false);
  });
});
