/** A hundred thousand broken answers: each call must end soon with a typed result, in little memory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createSigningClient, type SigningClient } from '../../main/signing/client.ts';
import type { Certainty, FailureKind } from '../../main/signing/failure.ts';
import type { HttpPort, HttpRequest, Verdict } from '../../main/signing/http-port.ts';
import { type Outcome, success } from '../../main/signing/outcome.ts';
import { Secret } from '../../main/signing/secret.ts';

const RUNS = Number(process.env['COUNTERSIGN_ANSWERS'] ?? 25_000);
const MEGABYTE = 1024 * 1024;
const ID = '0c1e4cd1-4f2b-4f4e-9f43-111122223333';
const PASSWORD = 'canary-password-9f2';
const TOKEN = 'canary-token-7c1';

const folder = mkdtempSync(join(tmpdir(), 'countersign-answers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'a.pdf');
writeFileSync(path, '%PDF-1.7');
const file = { path, size: 8, name: 'a.pdf', type: 'application/pdf' };

type Call = (client: SigningClient) => Promise<Outcome<unknown>>;

const operations: Readonly<Record<string, Call>> = {
  signIn: (client) => client.signIn(),
  upload: (client) => client.upload({ file, fields: { initiatorAliasName: 'A' } }),
  start: (client) => client.start(ID),
  details: (client) => client.details(ID),
  update: (client) => client.update(ID, { initiatorAliasName: 'A', comment: '' }),
  download: (client) => client.download({ url: 'https://storage.example/x', maxBytes: 10_000, write: async () => {} }),
  withdraw: (client) => client.withdraw(ID),
  delete: (client) => client.delete(ID),
  scanPredefined: (client) => client.scanPredefined(file),
  overview: (client) => client.overview(),
  availableModes: (client) => client.availableModes(),
  addSignee: (client) => client.addSignee(ID, { email: 'a@x.ch' }),
  whoAmI: (client) => client.whoAmI(),
};

const DOCUMENT = {
  documentId: ID,
  documentName: 'a.pdf',
  documentUrl: 'https://storage.example/x',
  documentStatus: 'draft',
  creationTime: '2026-11-21T12:00:00.000+01:00',
  signees: [{ email: 'a@x.ch', signOrder: 0 }],
  signeesOrdered: [[{ email: 'a@x.ch' }]],
};
const right: readonly unknown[] = [
  DOCUMENT,
  { documents: [DOCUMENT, DOCUMENT], pagination: { offset: 0, limit: 2 }, size: 2 },
  {
    signatureMode: 'timestamp',
    signatureFields: [{ email: 'a@x.ch', autographPosition: { pageNumber: 1 } }],
    observers: [],
  },
  { timestamp: {}, advanced: { zertes: ['ras'], eidas: [] }, qualified: {} },
  { id: 'u', email: 'a@x.ch', groups: [] },
  { access_token: TOKEN, expires_in: 900, token_type: 'Bearer' },
];

/** Replaces one value inside by another. */
function bent(value: unknown, at: number, by: unknown): unknown {
  if (typeof value !== 'object' || value === null || at === 0) return by;
  const entries = Object.entries(value);
  const place = at % Math.max(entries.length, 1);
  const changed = entries.map(([key, one], index) => [key, index === place ? bent(one, at >> 2, by) : one] as const);
  return Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed);
}

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...right).map((value) => JSON.stringify(value)) },
  {
    weight: 10,
    arbitrary: fc
      .tuple(fc.constantFrom(...right), fc.nat(), fc.jsonValue({ maxDepth: 3 }))
      .map(([value, at, by]) => JSON.stringify(bent(value, at, by))),
  },
  { weight: 4, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 2, arbitrary: fc.constantFrom('<!doctype html><h1>Hotel', '<html>', `echo ${PASSWORD} Bearer ${TOKEN}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('{"error":"invalid_grant"}', '{"error":"invalid_client"}', 'unauthorized_client'),
  },
  { weight: 2, arbitrary: fc.nat(3_000).map((depth) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`) },
  {
    weight: 1,
    arbitrary: fc
      .nat(3_000)
      .map((depth) => `{"documentId":"${ID}","documentStatus":"x","signees":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  },
  {
    weight: 1,
    arbitrary: fc.nat(20_000).map((size) =>
      JSON.stringify({
        ...DOCUMENT,
        signees: Array.from({ length: size % 500 }, (_, n) => ({ n, email: `p${n}@x.ch` })),
        comment: 'x'.repeat(size),
      }),
    ),
  },
);

type Damage = (body: Buffer, at: number) => Buffer;
const damages: readonly Damage[] = [
  (body, at) => body.subarray(0, at % (body.length + 1)),
  (body, at) => Buffer.from(body.map((byte, index) => (index === at % body.length ? byte ^ 0x80 : byte))),
  (body) => Buffer.from(body.toString('utf8'), 'utf16le'),
  (body) => Buffer.from(body.toString('utf8'), 'latin1'),
  (body) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), body]),
  (body) => gzipSync(body, { level: 1 }),
  (body, at) => Buffer.concat([body, Buffer.alloc(at % 200, ' '), body]),
];

const body = fc
  .tuple(text, fc.option(fc.tuple(fc.constantFrom(...damages), fc.nat()), { freq: 3 }))
  .map(([content, damage]) => {
    const bytes = Buffer.from(content);
    return damage === null ? bytes : damage[0](bytes, damage[1]);
  });

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'text/html',
      'text/plain; charset=latin1',
      '',
      'application/pdf',
      ';;;',
    ),
    'content-encoding': fc.constantFrom('identity', 'gzip', 'br', 'x'),
    'content-length': fc.constantFrom('-1', '1e9', 'x', '7'),
    'retry-after': fc.constantFrom('5', '-1', 'soon', '9'.repeat(400), 'Sat, 21 Nov 2026 12:00:00 GMT', '1e5'),
    date: fc.constantFrom('Sat, 21 Nov 2026 12:00:00 GMT', 'yesterday', '', 'Tue, 01 Jan 1970 00:00:00 GMT'),
    'x-error': fc.string({ maxLength: 40 }),
    location: fc.webUrl(),
  },
  { requiredKeys: [] },
);

const status = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(200, 201, 204) },
  { weight: 5, arbitrary: fc.constantFrom(101, 206, 301, 400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 511) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 999 }) },
);

const networkKinds = ['unreachable', 'answer-lost', 'cut-short', 'timed-out', 'aborted', 'certificate'] as const;
const problem = fc.record({ kind: fc.constantFrom(...networkKinds), details: fc.string() });

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .record({
        status,
        headers,
        body,
        bodyState: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'cut', 'too-big'),
        requestComplete: fc.nat(9).map((n) => n > 0),
      })
      .chain((response) =>
        response.bodyState === 'cut'
          ? problem.map((why): Verdict => ({ kind: 'response', response, problem: why }))
          : fc.constant<Verdict>({ kind: 'response', response }),
      ),
  },
  { weight: 1, arbitrary: problem.map((why): Verdict => ({ kind: 'notSent', problem: why })) },
  { weight: 1, arbitrary: problem.map((why): Verdict => ({ kind: 'partial', bytes: 1, problem: why })) },
  { weight: 1, arbitrary: problem.map((why): Verdict => ({ kind: 'fullySent', problem: why })) },
);

/** Every kind of failure. The compiler reports a missing one. */
const kinds = {
  'not-configured': true,
  'name-not-found': true,
  unreachable: true,
  'connect-timeout': true,
  certificate: true,
  'tls-failed': true,
  'proxy-unreachable': true,
  'proxy-credentials': true,
  'proxy-refused': true,
  'proxy-unsupported': true,
  'bad-address': true,
  'cut-short': true,
  'answer-lost': true,
  'timed-out': true,
  aborted: true,
  'file-unreadable': true,
  'file-changed': true,
  'file-unwritable': true,
  busy: true,
  quota: true,
  unavailable: true,
  'server-error': true,
  'captive-portal': true,
  'unexpected-answer': true,
  'not-started': true,
  'no-effect': true,
  redirect: true,
  'token-refused': true,
  'token-expired': true,
  'not-allowed': true,
  'not-found': true,
  conflict: true,
  'too-large': true,
  'wrong-type': true,
  'invalid-request': true,
  'credentials-refused': true,
  'client-refused': true,
  'sign-in-refused': true,
  'credentials-missing': true,
  'credentials-unreadable': true,
  'key-unusable': true,
  'sign-in-changed': true,
} satisfies Record<FailureKind, true>;
const certainties = { 'never-sent': true, refused: true, unclear: true, permanent: true } satisfies Record<
  Certainty,
  true
>;

/** Answers like the network: the body of a download comes in pieces. */
async function deliver(answer: Verdict, request: HttpRequest): Promise<Verdict> {
  if (answer.kind !== 'response' || answer.response.status !== 200 || request.receive === undefined) return answer;
  for (let at = 0; at < answer.response.body.length; at += 1_000) {
    await request.receive(answer.response.body.subarray(at, at + 1_000), answer.response.headers);
  }
  return { ...answer, response: { ...answer.response, body: new Uint8Array() } };
}

function scripted(answer: Verdict, tokenAnswer: Verdict | null) {
  let calls = 0;
  const tokens: Verdict = {
    kind: 'response',
    response: {
      status: 200,
      headers: {},
      body: Buffer.from(`{"access_token":"${TOKEN}","expires_in":900}`),
      bodyState: 'whole',
      requestComplete: true,
    },
  };
  const http: HttpPort = {
    send(request) {
      calls += 1;
      return request.url.endsWith('/token') ? Promise.resolve(tokenAnswer ?? tokens) : deliver(answer, request);
    },
  };
  const client = createSigningClient({
    http,
    clock: { now: () => Date.parse('2026-11-21T12:00:00Z') },
    addresses: { base: 'https://s.example/api/v1', auth: 'https://i.example', identity: 'https://m.example' },
    credentials: async () =>
      success({ username: 'u', password: new Secret(PASSWORD), client: { form: 'public', clientId: 'c' } }),
  });
  return { client, calls: () => calls };
}

/** The secrets that an answer could contain. The storage gets none, and a refused sign-in has made no token. */
function secretsKnownTo(name: string, tokenAnswer: Verdict | null): readonly string[] {
  if (name === 'download') return [];
  const refused = tokenAnswer?.kind === 'response' && tokenAnswer.response.status >= 400;
  return refused ? [PASSWORD] : [PASSWORD, TOKEN];
}

/** The faults of a result. Empty: it is a typed result. Without secrets it is a download. */
function faults(outcome: Outcome<unknown>, calls: number, secrets: readonly string[] = [PASSWORD, TOKEN]): string[] {
  const wrong: string[] = [];
  // At most two tries, each with a token. A storage may send on five times.
  if (calls > (secrets.length === 0 ? 6 : 4)) wrong.push(`${calls} requests`);
  if (outcome.ok) {
    // The value must be storable and sendable to the window.
    JSON.stringify(outcome.value);
    return wrong;
  }
  const { kind, certainty, details, retryAfterMs = 0 } = outcome.failure;
  if (!Object.hasOwn(kinds, kind)) wrong.push(`kind ${kind}`);
  if (!Object.hasOwn(certainties, certainty)) wrong.push(`certainty ${certainty}`);
  if (details.length > 1_600) wrong.push(`${details.length} characters of details`);
  if (secrets.some((secret) => details.includes(secret))) wrong.push(`a secret: ${details}`);
  if (!(retryAfterMs >= 0 && retryAfterMs <= 24 * 60 * 60_000)) wrong.push(`wait of ${retryAfterMs}`);
  return wrong;
}

/** Memory in use after garbage collection. */
function keptMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

test(`${RUNS} generated answers`, { timeout: 180_000 }, async () => {
  let runs = 0;
  const kept: number[] = [];
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.entries(operations)),
      verdict,
      // Mostly a valid token, so that the call itself is made.
      fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: verdict }),
      async ([name, call], answer, otherAnswer) => {
        const tokenAnswer = name === 'signIn' ? answer : otherAnswer;
        const { client, calls } = scripted(answer, tokenAnswer);
        const outcome = await call(client);
        seen.add(outcome.ok ? `${name} ok` : outcome.failure.kind);
        expect(faults(outcome, calls(), secretsKnownTo(name, tokenAnswer))).toEqual([]);
        runs += 1;
        if (runs % (RUNS / 10) === 0) kept.push(keptMegabytes());
      },
    ),
    { numRuns: RUNS },
  );
  expect(runs).toBe(RUNS);
  // Memory in use goes up and down between runs. A leak only goes up.
  expect(Math.min(...kept.slice(5)) - Math.min(...kept.slice(0, 5))).toBeLessThan(10);
  // The test proves little unless the generator reaches each success and most kinds of failure.
  expect([...seen].filter((one) => one.endsWith(' ok')).length).toBe(Object.keys(operations).length);
  expect(seen.size).toBeGreaterThan(Object.keys(operations).length + 20);
});

test.each([
  [
    'a long text',
    (bytes: number) => `{"documentId":"${ID}","documentStatus":"draft","comment":"${'x'.repeat(bytes)}"}`,
  ],
  [
    'many entries',
    (bytes: number) => `{"documents":[${'{"documentId":"a","documentStatus":"draft"},'.repeat(bytes / 44)}1]}`,
  ],
  [
    'many signees',
    (bytes: number) => `{"documentId":"a","documentStatus":"draft","signees":[${'"a@x.ch",'.repeat(bytes / 9)}1]}`,
  ],
  ['many keys', (bytes: number) => `{${Array.from({ length: bytes / 12 }, (_, n) => `"k${n}":1`).join()}}`],
  ['brackets', (bytes: number) => '['.repeat(bytes)],
  ['quotes', (bytes: number) => '"\\'.repeat(bytes / 2)],
  ['a page', (bytes: number) => `<html>${'<script>'.repeat(bytes / 8)}`],
])('as much of %s as an answer may bring', { timeout: 60_000 }, async (_, write) => {
  const bytes = Buffer.from(write(4 * MEGABYTE - 1_000));
  for (const code of [200, 502]) {
    const answer: Verdict = {
      kind: 'response',
      response: { status: code, headers: {}, body: bytes, bodyState: 'whole', requestComplete: true },
    };
    for (const name of ['details', 'overview', 'addSignee']) {
      const { client, calls } = scripted(answer, null);
      const outcome = await operations[name]?.(client);
      expect(outcome === undefined ? ['no such operation'] : faults(outcome, calls())).toEqual([]);
    }
  }
});
