import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { languages } from '../../preload/contract/language.ts';
import type { ProblemKey } from '../../preload/contract/problem.ts';
import { type Fault, rawAnswer, startFaultProxy } from '../../test/practice-service/fault-proxy.ts';
import { createAuthority } from '../../test/practice-service/network/authority.ts';
import { startBodyLimit } from '../../test/practice-service/network/body-limit.ts';
import { startCaptivePortal } from '../../test/practice-service/network/captive-portal.ts';
import { startDeadProxy } from '../../test/practice-service/network/dead-proxy.ts';
import { startHttpProxy } from '../../test/practice-service/network/http-proxy.ts';
import { startIdleDrop } from '../../test/practice-service/network/idle-drop.ts';
import { type PracticeService, startPracticeService } from '../../test/practice-service/practice-service.ts';
import { openJournal } from '../journal/journal.ts';
import { createNetwork } from '../network/network.ts';
import { createSigningClient, type SigningClient } from '../signing/client.ts';
import { type Outcome, success } from '../signing/outcome.ts';
import { Secret } from '../signing/secret.ts';
import { answer, rawServer } from '../signing/testing/raw-server.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { createTexts } from '../words/texts.ts';
import { CredentialsFault, problemOfFailure } from './problem-of.ts';

const MEGABYTE = 1024 * 1024;
const NAME = 'signing.example.test';
const HERE = `https://${NAME}`;
const authority = createAuthority();
const folder = mkdtempSync(join(tmpdir(), 'countersign-problem-'));
afterAll(() => rmSync(folder, { recursive: true }));
const authorityFile = join(folder, 'authority.pem');
writeFileSync(authorityFile, authority.certificate);

/** The service's address, and the network's proxies. */
interface Way {
  readonly origin: string;
  /** The proxy script's answer. Null when the script fails. */
  readonly proxies?: string | null;
  readonly authority?: string;
}

async function standing<P extends { close(): Promise<void> }>(piece: Promise<P>): Promise<P> {
  const started = await piece;
  onTestFinished(() => started.close());
  return started;
}

/** The app's own network and signing client, connected to a practice service. */
function clientOn(practice: PracticeService, { origin, proxies = 'DIRECT', authority: file }: Way): SigningClient {
  const { journal } = openJournal(':memory:');
  const network = createNetwork({
    settings: journal.settings,
    keychain: memoryKeychain(),
    state: createPublishedState(emptyState),
    proxyFor: async () => proxies ?? Promise.reject(new Error('no script')),
    allowLoopback: true,
    trustSystem: async () => true,
    clock: stoppedClock(),
  });
  onTestFinished(() => {
    network.close();
    journal.close();
  });
  if (file !== undefined) network.setAuthority(file);
  const { clientId, clientSecret = '' } = practice.connection;
  const user = practice.people.createServiceUser();
  return createSigningClient({
    http: network.http,
    clock: practice.clock,
    addresses: { base: `${origin}/api/v1`, auth: origin },
    allowLoopback: true,
    credentials: async () =>
      success({
        username: user.username,
        password: new Secret(user.password),
        client: { form: 'client-secret', clientId, clientSecret: new Secret(clientSecret) },
      }),
  });
}

const hosts = (practice: PracticeService) => ({ [NAME]: practice.url });
const through = (...proxies: readonly { readonly port: number }[]): Way => ({
  origin: HERE,
  proxies: proxies.map(({ port }) => `PROXY 127.0.0.1:${port}`).join('; '),
});

type Act = (client: SigningClient, practice: PracticeService) => Promise<Outcome<unknown>>;

const signIn: Act = (client) => client.signIn();
const startSlowly: Act = async (client, practice) => {
  await client.signIn();
  practice.options.latencyMs = 2_000;
  return client.start('no-such-document');
};
const upload =
  (megabytes: number, changed = 0, options = {}): Act =>
  (client) => {
    const path = join(folder, `${megabytes}.pdf`);
    if (megabytes > 0) writeFileSync(path, Buffer.alloc(megabytes * MEGABYTE, '%PDF-'));
    const file = { path, size: megabytes * MEGABYTE + changed, name: 'a.pdf', type: 'application/pdf' };
    return client.upload({ file, fields: { initiatorAliasName: 'A' } }, options);
  };
const unsafeDownload: Act = (client) =>
  client.download({ url: 'http://storage.example/x', maxBytes: MEGABYTE, write: async () => {} });
const downloadToFullDisk: Act = async (client) => {
  const { url } = await rawServer({ whole: (socket) => answer(socket, 200, '%PDF-') });
  return client.download({ url, maxBytes: MEGABYTE, write: () => Promise.reject(new Error('ENOSPC')) });
};

const straight = async (practice: PracticeService): Promise<Way> => ({ origin: practice.url });
const elsewhere = (origin: string) => async (): Promise<Way> => ({ origin });

async function faulty(practice: PracticeService, fault: Fault, path: RegExp): Promise<Way> {
  const proxy = await standing(startFaultProxy({ to: practice.url }));
  proxy.always(fault, (request) => path.test(request.path));
  return { origin: proxy.url };
}

describe('each network problem has its own sentence', () => {
  test.each<[string, ProblemKey, (practice: PracticeService) => Promise<Way>, Act]>([
    [
      'a proxy that opens TLS',
      'certificate',
      async (practice) => through(await standing(startHttpProxy({ hosts: hosts(practice), intercept: authority }))),
      signIn,
    ],
    [
      'somebody who speaks no TLS',
      'tls',
      async (practice) => through(await standing(startHttpProxy({ hosts: hosts(practice) }))),
      signIn,
    ],
    [
      'a proxy that wants a name and a password',
      'proxy-credentials',
      async () => through(await standing(startHttpProxy({ credentials: { username: 'anna', password: 'x' } }))),
      signIn,
    ],
    [
      'a proxy that wants another sign-in',
      'proxy-unsupported',
      async () =>
        through(await rawServer({ whole: (socket) => answer(socket, 407, '', ['Proxy-Authenticate: Negotiate']) })),
      signIn,
    ],
    [
      'a proxy of another kind',
      'proxy-unsupported',
      async () => ({ origin: HERE, proxies: 'SOCKS5 127.0.0.1:1' }),
      signIn,
    ],
    ['a proxy that does not know the service', 'proxy', async () => through(await standing(startHttpProxy())), signIn],
    ['a dead proxy', 'proxy-unreachable', async () => through(await standing(startDeadProxy())), signIn],
    ['a proxy script that fails', 'proxy-unreachable', async () => ({ origin: HERE, proxies: null }), signIn],
    ['nobody there', 'unreachable', async () => ({ origin: (await startDeadProxy()).url }), signIn],
    ['no such name', 'name-not-found', elsewhere('https://countersign.invalid'), signIn],
    ['an address that anyone could read', 'address-unsafe', elsewhere('http://signing.example'), signIn],
    [
      'the page of a guest network',
      'captive-portal',
      async (practice) => ({ origin: (await standing(startCaptivePortal({ to: practice.url, how: 'page' }))).url }),
      signIn,
    ],
    [
      'a guest network that sends elsewhere',
      'captive-portal',
      async (practice) => ({ origin: (await standing(startCaptivePortal({ to: practice.url, how: 'redirect' }))).url }),
      signIn,
    ],
    [
      'a filter that blocks the sign-in',
      'captive-portal',
      (practice) =>
        faulty(practice, { kind: 'replace', answer: rawAnswer(403, '<h1>Blocked</h1>'), deliver: false }, /./),
      signIn,
    ],
    [
      'a firewall that forgets connections',
      'connection-dropped',
      async (practice) => ({ origin: (await standing(startIdleDrop({ to: practice.url, afterMs: 60 }))).url }),
      startSlowly,
    ],
    [
      'a line that breaks in the middle of a file',
      'connection-dropped',
      (practice) => faulty(practice, { kind: 'cut-request', bytes: MEGABYTE }, /documents/),
      upload(12),
    ],
    [
      'a line that breaks in the middle of an answer',
      'connection-dropped',
      (practice) => faulty(practice, { kind: 'cut-answer', bytes: 60 }, /./),
      signIn,
    ],
    [
      'a gateway that takes at most 10 MB',
      'too-large',
      async (practice) => ({ origin: (await standing(startBodyLimit({ to: practice.url }))).url }),
      upload(12),
    ],
    ['a file that is gone', 'file-unreadable', straight, upload(0)],
    ['a file that has grown', 'file-changed', straight, upload(1, 1)],
    ['a person who stops', 'aborted', straight, upload(1, 0, { signal: AbortSignal.abort() })],
    ['a storage without https', 'address-unsafe', straight, unsafeDownload],
    ['a full disk', 'file-not-written', straight, downloadToFullDisk],
  ])('%s: %s', async (_, key, wayOf, act) => {
    const practice = await standing(startPracticeService());
    const way = await wayOf(practice);
    const outcome = await act(clientOn(practice, way), practice);
    const problem = outcome.ok ? null : problemOfFailure(outcome.failure, `${way.origin}/api/v1`);
    expect(problem).toEqual({ key, params: { host: new URL(way.origin).host }, details: expect.stringMatching(/\w/) });
  });
});

test('a dead proxy does not block the next one in the list', async () => {
  const practice = await standing(startPracticeService());
  const dead = await standing(startDeadProxy());
  const alive = await standing(startHttpProxy({ hosts: hosts(practice), intercept: authority }));
  const client = clientOn(practice, { ...through(dead, alive), authority: authorityFile });
  expect(await client.signIn()).toMatchObject({ ok: true });
  expect((await upload(1)(client, practice)).ok).toBe(true);
});

test('an unusable private key is not reported as a wrong client id', async () => {
  const client = createSigningClient({
    http: { send: () => Promise.reject(new Error('nothing is to be sent')) },
    clock: { now: () => 0 },
    addresses: { base: `${HERE}/api/v1`, auth: HERE },
    credentials: async () => {
      const proof = {
        form: 'signed-assertion',
        clientId: 'c',
        kid: 'k',
        privateKeyPem: new Secret('nonsense'),
      } as const;
      return success({ username: 'u', password: new Secret('p'), client: proof });
    },
  });
  const outcome = await client.signIn();
  expect(outcome.ok ? null : problemOfFailure(outcome.failure, HERE).key).toBe('key-damaged');
});

test('missing credentials show their own problem', () => {
  const cause = new CredentialsFault({ key: 'keychain-locked', params: {} });
  const failure = { kind: 'credentials-missing', certainty: 'never-sent', details: '', cause } as const;
  expect(problemOfFailure(failure, HERE)).toEqual({ key: 'keychain-locked', params: {} });
});

describe('a pause the service asks for', () => {
  const minutes = 60_000;
  const at = Date.parse('2026-11-21T12:00:30Z');
  const pause = (wait: number, kind: 'busy' | 'unavailable' | 'quota' = 'busy') =>
    problemOfFailure(
      { kind, certainty: 'refused', details: '', retryAfterMs: wait, retryAt: at + wait },
      'https://sign.example/api/v1',
    );

  test('is shown with its end when it is long', () => {
    const time = Date.parse('2026-11-21T12:26:00Z');
    for (const kind of ['busy', 'unavailable'] as const)
      expect(pause(25 * minutes, kind)).toMatchObject({ key: 'service-busy-until', params: { time } });
    expect(pause(2 * minutes).key).toBe('service-busy');
    expect(pause(25 * minutes, 'quota').key).toBe('quota');
  });

  test.each(languages)('shows a time in %s', (language) => {
    const { key, params } = pause(25 * minutes);
    const time = new Intl.DateTimeFormat(language, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
    const said = createTexts().in(language)(`problem.${key}.what`, params);
    expect(said).toContain(time.format(Date.parse('2026-11-21T12:26:00Z')));
  });

  test.each(languages)('does not promise a few minutes in %s', (language) => {
    const say = createTexts().in(language);
    for (const key of ['service-busy', 'service-busy-until', 'service-down', 'quota'] as const)
      for (const part of ['what', 'means', 'do'] as const)
        expect(say(`problem.${key}.${part}`, { time: at })).not.toMatch(/minut/i);
  });
});
