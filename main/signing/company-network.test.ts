/** Simulates the network of a company. Each of its obstacles must give its own kind of failure. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../test/practice-service/network/authority.ts';
import { startBodyLimit } from '../../test/practice-service/network/body-limit.ts';
import { startCaptivePortal } from '../../test/practice-service/network/captive-portal.ts';
import { startDeadProxy } from '../../test/practice-service/network/dead-proxy.ts';
import { startHttpProxy } from '../../test/practice-service/network/http-proxy.ts';
import { startIdleDrop } from '../../test/practice-service/network/idle-drop.ts';
import { type PracticeService, startPracticeService } from '../../test/practice-service/practice-service.ts';
import { createSigningClient } from './client.ts';
import { createNodeHttp, type NodeHttpDeps } from './node-http.ts';
import { success } from './outcome.ts';
import { Secret } from './secret.ts';

const MEGABYTE = 1024 * 1024;
const NAME = 'signing.example.test';
const authority = createAuthority();
const folder = mkdtempSync(join(tmpdir(), 'countersign-network-'));
afterAll(() => rmSync(folder, { recursive: true }));
const caFile = join(folder, 'ca.pem');
writeFileSync(caFile, authority.certificate);
const fields = { initiatorAliasName: 'A' };

function fileOf(size: number) {
  const path = join(folder, `${size}.pdf`);
  writeFileSync(path, Buffer.alloc(size, '%PDF-'));
  return { path, size, name: 'a.pdf', type: 'application/pdf' };
}

async function untilTestEnds<P extends { close(): Promise<void> }>(piece: Promise<P>): Promise<P> {
  const started = await piece;
  onTestFinished(() => started.close());
  return started;
}

const service = () => untilTestEnds(startPracticeService());

/** A client that reaches the service at `origin`, with the proxies and certificates of `deps`. */
function clientOf(practice: PracticeService, origin: string, deps: NodeHttpDeps = {}) {
  const http = createNodeHttp({ allowLoopback: true, ...deps });
  onTestFinished(() => http.close());
  const { clientId, clientSecret = '' } = practice.connection;
  const user = practice.people.createServiceUser();
  return createSigningClient({
    http,
    clock: practice.clock,
    allowLoopback: true,
    addresses: { base: `${origin}/api/v1`, auth: origin },
    credentials: async () =>
      success({
        username: user.username,
        password: new Secret(user.password),
        client: { form: 'client-secret', clientId, clientSecret: new Secret(clientSecret) },
      }),
  });
}

describe('an office proxy that decrypts TLS', () => {
  const office = async (credentials?: { username: string; password: string }) => {
    const practice = await service();
    const hosts = { [NAME]: practice.url };
    const intercept = authority;
    const proxy = await untilTestEnds(
      startHttpProxy({ hosts, intercept, ...(credentials === undefined ? {} : { credentials }) }),
    );
    return { practice, proxy, proxyFor: async () => `PROXY 127.0.0.1:${proxy.port}` };
  };

  test('is reported as an untrusted certificate', async () => {
    const { practice, proxyFor } = await office();
    const signing = clientOf(practice, `https://${NAME}`, { proxyFor });
    expect(await signing.signIn()).toMatchObject({
      ok: false,
      failure: { kind: 'certificate', certainty: 'never-sent' },
    });
  });

  test('works when its authority is trusted, and its log shows no secret', async () => {
    const { practice, proxy, proxyFor } = await office();
    const signing = clientOf(practice, `https://${NAME}`, { proxyFor, extraCaFile: caFile });
    const outcome = await signing.upload({ file: fileOf(MEGABYTE), fields });
    expect(outcome.ok).toBe(true);
    expect(new Set(proxy.seen.map(({ method, target }) => `${method} ${target}`))).toEqual(
      new Set([`CONNECT ${NAME}:443`]),
    );
    expect(practice.records.breaches).toEqual([]);
  });

  test('may ask for a user name and password', async () => {
    const anna = { username: 'anna', password: 'p:ä' };
    const { practice, proxy, proxyFor } = await office(anna);
    const without = clientOf(practice, `https://${NAME}`, { proxyFor, extraCaFile: caFile });
    expect(await without.signIn()).toMatchObject({
      ok: false,
      failure: { kind: 'proxy-credentials', certainty: 'never-sent' },
    });
    const proxyCredentials = async () => ({ ...anna, password: new Secret(anna.password) });
    const signing = clientOf(practice, `https://${NAME}`, { proxyFor, extraCaFile: caFile, proxyCredentials });
    expect((await signing.signIn()).ok).toBe(true);
    expect(proxy.seen.map(({ status }) => status)).toEqual([407, 407, 200]);
  });

  test('is used when the proxy before it in the list is dead', async () => {
    const { practice, proxy } = await office();
    const dead = await untilTestEnds(startDeadProxy());
    const proxyFor = async () => `PROXY 127.0.0.1:${dead.port}; PROXY 127.0.0.1:${proxy.port}; DIRECT`;
    const signing = clientOf(practice, `https://${NAME}`, { proxyFor, extraCaFile: caFile });
    expect((await signing.signIn()).ok).toBe(true);
  });

  test('may not find the name of the service', async () => {
    const { practice, proxyFor } = await office();
    const signing = clientOf(practice, 'https://elsewhere.example.test', { proxyFor, extraCaFile: caFile });
    expect(await signing.signIn()).toMatchObject({ ok: false, failure: { kind: 'proxy-refused' } });
  });
});

test.each(['refuses', 'silent'] as const)('a dead proxy without another one is reported (%s)', async (how) => {
  const practice = await service();
  const dead = await untilTestEnds(startDeadProxy(how));
  const proxyFor = async () => `PROXY 127.0.0.1:${dead.port}`;
  const signing = clientOf(practice, `https://${NAME}`, { proxyFor, limits: { connectMs: 100 } });
  expect(await signing.signIn()).toMatchObject({
    ok: false,
    failure: { kind: 'proxy-unreachable', certainty: 'never-sent' },
  });
});

test.each([
  ['page', 'captive-portal'],
  ['redirect', 'redirect'],
] as const)('a guest network that answers with its %s is recognised', async (how, kind) => {
  const practice = await service();
  const portal = await untilTestEnds(startCaptivePortal({ to: practice.url, how }));
  const signing = clientOf(practice, portal.url);
  expect(await signing.overview()).toMatchObject({ ok: false, failure: { kind, certainty: 'never-sent' } });
  portal.agree();
  expect((await signing.overview()).ok).toBe(true);
});

test.each(['reads-on', 'closes'] as const)('a gateway that takes at most 10 MB gives too-large (%s)', async (how) => {
  const practice = await service();
  const gateway = await untilTestEnds(startBodyLimit({ to: practice.url, how }));
  const signing = clientOf(practice, gateway.url);
  const outcome = await signing.upload({ file: fileOf(12 * MEGABYTE), fields });
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'too-large', certainty: 'permanent', status: 413 } });
  expect((await signing.upload({ file: fileOf(MEGABYTE), fields })).ok).toBe(true);
});

test.each([
  ['reset', 'answer-lost'],
  ['silent', 'timed-out'],
] as const)('a firewall that drops the connection before the answer is reported (%s)', async (how, kind) => {
  const practice = await service();
  const firewall = await untilTestEnds(startIdleDrop({ to: practice.url, afterMs: 60, how }));
  const signing = clientOf(practice, firewall.url, { limits: { headersMs: 400 } });
  // On a busy computer the firewall may drop this call, too. Without a token the start itself would not be sent.
  await expect.poll(async () => (await signing.signIn()).ok).toBe(true);
  practice.options.latencyMs = 2_000;
  const outcome = await signing.start('no-such-document');
  expect(outcome).toMatchObject({ ok: false, failure: { kind, certainty: 'unclear' } });
  expect(firewall.dropped()).toBeGreaterThan(0);
});
