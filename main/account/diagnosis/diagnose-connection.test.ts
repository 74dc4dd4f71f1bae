import { describe, expect, test } from 'vitest';
import type { StepResult } from '../../network/diagnosis-step.ts';
import type { Handshake, NetworkProbe } from '../../network/network-probe.ts';
import type { Failure, FailureKind } from '../../signing/failure.ts';
import { failed, success } from '../../signing/outcome.ts';
import { reportText } from './connection-report.ts';
import { type ConnectionDiagnosisDeps, diagnoseConnection } from './diagnose-connection.ts';

const addresses = {
  auth: 'https://login.example.ch',
  base: 'https://sign.example.ch/api/v1',
  identity: 'https://people.example.ch',
};
const documentUrl = 'https://files.example.ch/a?signature=cAnArY-1';

const failure = (kind: FailureKind, details = 'details'): Failure => ({ kind, certainty: 'refused', details });
const healthy: Handshake = {
  protocol: 'TLSv1.3',
  distrust: null,
  chain: [{ subject: 'CN=a', issuer: 'CN=b', validTo: 'later', fingerprint: 'AA:BB' }],
};

const openWay: NetworkProbe = {
  routes: async () => ({ ok: true, value: [{ kind: 'direct' }] }),
  addresses: async () => ({ ok: true, value: ['192.0.2.1'] }),
  open: async () => ({ ok: true, value: undefined }),
  handshake: async () => ({ ok: true, value: healthy }),
};

const person = { id: null, email: null, firstname: null, lastname: null };
const willing: ConnectionDiagnosisDeps['client'] = {
  forgive: () => undefined,
  signIn: async () => success({ validForMs: 900_000 }),
  whoAmI: async () => success(person),
  availableModes: async () =>
    success({ timestamp: true, advanced: { zertes: [], eidas: [] }, qualified: { zertes: [], eidas: [] } }),
  clockSkewMs: () => 0,
  async download({ write }, options) {
    await write(new Uint8Array(10));
    return options?.signal?.aborted
      ? failed(failure('aborted'))
      : success({ bytes: 10, sha256: '', contentType: null });
  },
};

interface Parts {
  readonly probe?: Partial<NetworkProbe>;
  readonly client?: Partial<ConnectionDiagnosisDeps['client']>;
  readonly storage?: ConnectionDiagnosisDeps['storageAddress'];
  readonly identity?: string;
}

async function check({
  probe,
  client,
  storage,
  identity = addresses.identity,
}: Parts = {}): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  let now = 0;
  await diagnoseConnection(
    { ...addresses, identity },
    {
      probe: { ...openWay, ...probe },
      client: { ...willing, ...client },
      storageAddress: storage ?? (async () => success(documentUrl)),
      stopwatch: () => (now += 5),
      onStep: (result) => results.push(result),
    },
  );
  return results;
}

const short = (results: readonly StepResult[]): readonly string[] =>
  results.map(({ step, host, state, failure: why }) =>
    [step, host.split('.')[0], state, ...(why ? [why.kind] : [])].join(' '),
  );

const ofState = (results: readonly StepResult[], state: StepResult['state']): readonly string[] =>
  short(results.filter((result) => result.state === state));

test('runs all steps, with the network steps once per server', async () => {
  const results = await check();
  expect(short(results)).toEqual([
    ...['login', 'sign', 'people'].flatMap((host) =>
      ['proxy', 'name', 'tcp', 'tls'].map((step) => `${step} ${host} done`),
    ),
    'token login done',
    'person people done',
    'api sign done',
    ...['proxy', 'name', 'tcp', 'tls'].map((step) => `${step} files done`),
    'storage files done',
  ]);
  expect(results.find(({ step }) => step === 'tls')?.facts).toEqual([
    '5 ms',
    'TLSv1.3',
    'CN=a · issued by CN=b · valid to later · SHA-256 AA:BB',
  ]);
});

test('a server with two purposes is diagnosed once', async () => {
  const results = await check({
    identity: 'https://login.example.ch/people',
    storage: async () => success('https://sign.example.ch/f'),
  });
  expect(results.filter(({ step }) => step === 'tls')).toHaveLength(2);
  expect(ofState(results, 'failed')).toEqual([]);
});

describe('reports the failed step and skips the steps that need it:', () => {
  const problem = (kind: FailureKind & ('name-not-found' | 'unreachable' | 'proxy-unreachable' | 'tls-failed')) => ({
    ok: false as const,
    problem: { kind, details: 'details' },
  });

  test.each([
    ['routes', 'proxy', 'proxy-unreachable'],
    ['addresses', 'name', 'name-not-found'],
    ['open', 'tcp', 'unreachable'],
    ['handshake', 'tls', 'tls-failed'],
  ] as const)('%s', async (part, step, kind) => {
    const results = await check({ probe: { [part]: async () => problem(kind) } });
    expect(ofState(results, 'failed')).toEqual(
      ['login', 'sign', 'people'].map((host) => `${step} ${host} failed ${kind}`),
    );
    expect(ofState(results, 'skipped')).toEqual([
      'token login skipped',
      'person people skipped',
      'api sign skipped',
      'storage  skipped',
    ]);
  });

  test('a refused sign-in', async () => {
    const results = await check({ client: { signIn: async () => failed(failure('credentials-refused')) } });
    expect(ofState(results, 'failed')).toEqual(['token login failed credentials-refused']);
    expect(ofState(results, 'skipped')).toEqual(['person people skipped', 'api sign skipped', 'storage  skipped']);
  });

  test('a failing identity service, which no other step needs', async () => {
    const results = await check({ client: { whoAmI: async () => failed(failure('not-found')) } });
    expect(ofState(results, 'failed')).toEqual(['person people failed not-found']);
    expect(ofState(results, 'skipped')).toEqual([]);
  });

  test('an API that answers with a web page', async () => {
    const results = await check({ client: { availableModes: async () => failed(failure('captive-portal')) } });
    expect(ofState(results, 'failed')).toEqual(['api sign failed captive-portal']);
    expect(ofState(results, 'skipped')).toEqual(['storage  skipped']);
  });

  test('a storage that refuses, an unknown storage address, and no document', async () => {
    const refused = await check({ client: { download: async () => failed(failure('not-allowed')) } });
    expect(ofState(refused, 'failed')).toEqual(['storage files failed not-allowed']);
    const unknown = await check({ storage: async () => failed(failure('busy')) });
    expect(ofState(unknown, 'failed')).toEqual(['storage sign failed busy']);
    const none = await check({ storage: async () => success(null) });
    expect(ofState(none, 'skipped')).toEqual(['storage  skipped']);
  });
});

describe('an untrusted server', () => {
  test.each([
    ['CERT_HAS_EXPIRED', 'expired'],
    ['CERT_NOT_YET_VALID', 'not-yet-valid'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'other-name'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown-authority'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unknown-authority'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown-authority'],
    ['CERT_REVOKED', 'other'],
  ])('with %s is reported as %s, with its certificates', async (code, distrust) => {
    const results = await check({
      probe: { handshake: async () => ({ ok: true, value: { ...healthy, distrust: code } }) },
    });
    const first = results.find(({ state }) => state === 'failed');
    expect(first).toMatchObject({
      step: 'tls',
      distrust,
      failure: { kind: 'certificate', details: `login.example.ch: ${code}` },
    });
    expect(first?.facts.join()).toContain('CN=b');
  });
});

describe('proxies', () => {
  const dead = { kind: 'proxy', secure: false, host: 'dead.example', port: 8_080 } as const;
  const alive = { ...dead, host: 'alive.example' } as const;

  test('a dead one is skipped, and proxies look up the names', async () => {
    const results = await check({
      probe: {
        routes: async () => ({ ok: true, value: [dead, alive] }),
        addresses: async () => Promise.reject(new Error('not to be asked')),
        open: async (_, route) =>
          route === alive
            ? { ok: true, value: undefined }
            : { ok: false, problem: { kind: 'proxy-unreachable', details: '' } },
      },
    });
    expect(ofState(results, 'failed')).toEqual([]);
    expect(results.find(({ step }) => step === 'tcp')?.facts).toEqual(['5 ms', 'http://alive.example:8080']);
    expect(results.find(({ step }) => step === 'name')?.state).toBe('skipped');
  });

  test('one that refuses is not skipped', async () => {
    const asked: unknown[] = [];
    const results = await check({
      probe: {
        routes: async () => ({ ok: true, value: [dead, alive] }),
        open: async (_, route) => {
          asked.push(route);
          return { ok: false, problem: { kind: 'proxy-credentials', details: '' } };
        },
      },
    });
    expect(ofState(results, 'failed')).toContain('tcp login failed proxy-credentials');
    expect(asked).not.toContain(alive);
  });
});

test('plain http skips TLS', async () => {
  const results: StepResult[] = [];
  await diagnoseConnection(
    { auth: 'http://127.0.0.1:1', base: 'http://127.0.0.1:1/api/v1', identity: '' },
    {
      probe: { ...openWay, handshake: async () => Promise.reject(new Error('not to be asked')) },
      client: willing,
      storageAddress: async () => success(null),
      stopwatch: () => 0,
      onStep: (result) => results.push(result),
    },
  );
  expect(short(results)).toContain('api 127 done');
});

test('a wrong clock is reported', async () => {
  const ahead = await check({ client: { clockSkewMs: () => -300_000 } });
  expect(ahead.find(({ step }) => step === 'api')?.facts).toEqual(['5 ms', 'clock of this computer 300 s ahead']);
});

test('a refused sign-in is tried once more', async () => {
  const calls: string[] = [];
  await check({
    client: {
      forgive: () => void calls.push('forgive'),
      signIn: async () => {
        calls.push('signIn');
        return success({ validForMs: 1 });
      },
    },
  });
  expect(calls).toEqual(['forgive', 'signIn']);
});

test('only the first bytes of a file are downloaded', async () => {
  let pieces = 0;
  await check({
    client: {
      async download({ write }, options) {
        while (!options?.signal?.aborted) {
          pieces += 1;
          await write(new Uint8Array(1_000));
        }
        return failed(failure('aborted'));
      },
    },
  });
  expect(pieces).toBe(1);
});

test('the report has all steps and no secret', async () => {
  const results = await check({
    client: {
      availableModes: async () =>
        failed(failure('unexpected-answer', 'HTTP 200 · Bearer abcdef.ghijkl-cAnArY-2 · password=cAnArY-3')),
    },
  });
  const text = reportText(results, {
    version: '1.2.3',
    system: 'linux x64',
    at: Date.UTC(2026, 10, 21, 14, 30),
    fields: { name: 'Muster AG', environment: 'test', clientForm: 'public' },
  });
  expect(text.split('\n').slice(0, 7)).toEqual([
    'Countersign 1.2.3 · linux x64 · 2026-11-21T14:30:00.000Z',
    'Connection Muster AG · test · public',
    '',
    'ok      proxy    login.example.ch 5 ms',
    '        direct',
    'ok      name     login.example.ch 5 ms',
    '        192.0.2.1',
  ]);
  expect(text).toContain('FAILED  api      sign.example.ch 5 ms\n        unexpected-answer: HTTP 200');
  expect(text).not.toContain('cAnArY');
});
