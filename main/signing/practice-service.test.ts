import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../../test/practice-service/practice-service.ts';
import type { PracticeOptions } from '../practice-service/options.ts';
import { createSigningClient, type SigningClient } from './client.ts';
import type { ClientProof } from './credentials.ts';
import type { FailureKind } from './failure.ts';
import { createNodeHttp } from './node-http.ts';
import { type Outcome, success } from './outcome.ts';
import { Secret } from './secret.ts';

const QUARTER = 15 * 60_000;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const folder = mkdtempSync(join(tmpdir(), 'countersign-practice-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'contract.pdf');
writeFileSync(path, PDF);
const file = { path, size: PDF.length, name: 'U\u0308ber "alles".pdf', type: 'application/pdf' };

async function connected(options: Partial<PracticeOptions> = {}, form: ClientProof['form'] = 'client-secret') {
  const service = await startPracticeService(options);
  const http = createNodeHttp({ allowLoopback: true });
  onTestFinished(async () => {
    http.close();
    await service.close();
  });
  const user = service.people.createServiceUser(form);
  const { base, auth, identity } = service.connection;
  const login = { username: user.username, password: user.password };
  const client = proof(service, form);
  const signing = createSigningClient({
    http,
    clock: service.clock,
    allowLoopback: true,
    addresses: { base, auth, identity },
    credentials: async () => success({ username: login.username, password: new Secret(login.password), client }),
  });
  return { service, signing, login };
}

function proof(service: PracticeService, form: ClientProof['form']): ClientProof {
  const { clientId, clientSecret = '' } = service.connectionOf(form);
  if (form === 'public') return { form, clientId };
  if (form === 'client-secret') return { form, clientId, clientSecret: new Secret(clientSecret) };
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  service.clients.setKeys({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { form, clientId, kid: 'k1', privateKeyPem: new Secret(pem) };
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.failure.kind}: ${outcome.failure.details}`);
  return outcome.value;
}

/** Takes a document from upload to deletion, and collects the failure kind of each wrong call on the way. */
async function journey(service: PracticeService, signing: SigningClient): Promise<readonly FailureKind[]> {
  const refused: FailureKind[] = [];
  const refusedAs = (outcome: Outcome<unknown>) =>
    refused.push(outcome.ok ? 'unexpected-answer' : outcome.failure.kind);

  const draft = valueOf(
    await signing.upload({ file, fields: { initiatorAliasName: 'Änne', signatureMode: 'qualified' } }),
  );
  const id = draft.documentId;
  refusedAs(await signing.start(id));
  valueOf(await signing.addSignee(id, { email: 'anna@a.example', comment: 'bitte', signOrder: 0 }));
  valueOf(await signing.addSignee(id, { email: 'ben@b.example', comment: '', signOrder: 1 }));
  valueOf(await signing.update(id, { initiatorAliasName: 'Bea', comment: 'neu' }));
  const details = valueOf(await signing.details(id));
  expect(details).toMatchObject({
    documentName: '\u00dcber "alles".pdf',
    initiatorDisplayName: 'Bea',
    comment: 'neu',
    signatureMode: 'qualified',
  });
  expect(details.signees.map(({ email }) => email)).toEqual(['anna@a.example', 'ben@b.example']);
  if (service.options.signees === 'objects' || service.options.signeesOrdered === 'groups') {
    expect(details.signees.map(({ order }) => order)).toEqual([0, 1]);
  }

  valueOf(await signing.start(id));
  refusedAs(await signing.delete(id));
  refusedAs(await signing.details('no-such-document'));
  service.clock.advance(QUARTER);
  const overview = valueOf(await signing.overview({ offset: 0, limit: 20 }));
  expect(overview).toMatchObject({ unreadable: 0 });
  expect(overview.documents[0]).toMatchObject({ documentId: id, policy: { canWithdraw: true, canDelete: false } });
  expect(valueOf(await signing.availableModes())).toMatchObject({ timestamp: true, qualified: { eidas: [] } });
  expect(valueOf(await signing.whoAmI()).email).toContain('@');
  valueOf(await signing.scanPredefined(file));

  const chunks: Uint8Array[] = [];
  const url = valueOf(await signing.details(id)).documentUrl ?? '';
  const downloaded = valueOf(
    await signing.download({ url, maxBytes: 1_000_000, write: async (chunk) => void chunks.push(chunk) }),
  );
  expect(Buffer.concat(chunks).length).toBe(downloaded.bytes);

  valueOf(await signing.withdraw(id));
  refusedAs(await signing.withdraw(id));
  valueOf(await signing.delete(id));
  refusedAs(await signing.delete(id));
  refusedAs(await signing.download({ url, maxBytes: 1, write: async () => {} }));
  return refused;
}

describe('every operation, with every variant that the API description allows', () => {
  const styles = ['json', 'text', 'html', 'empty', 'headers'] as const;
  const codes = [200, 201].flatMap((uploadStatus) =>
    ([200, 201, 204] as const).map((addSigneeStatus) => ({ uploadStatus, scanStatus: uploadStatus, addSigneeStatus })),
  );
  const shapes = (['objects', 'strings'] as const).flatMap((signees) =>
    (['flat', 'groups', 'empty'] as const).flatMap((signeesOrdered) =>
      [false, true].flatMap((unknownEnums) =>
        [false, true].map((extraFields) => ({ signees, signeesOrdered, unknownEnums, extraFields })),
      ),
    ),
  );

  test.each(styles)('errors as %s', async (errorStyle) => {
    const { service, signing } = await connected({ errorStyle });
    for (const code of codes) {
      for (const shape of shapes) {
        Object.assign(service.options, code, shape);
        expect(await journey(service, signing)).toEqual([
          'conflict',
          'conflict',
          'not-found',
          'conflict',
          'not-found',
          'not-found',
        ]);
      }
    }
    expect(service.records.breaches).toEqual([]);
  });
});

describe('sign-in', () => {
  test.each(['client-secret', 'public', 'signed-assertion'] as const)('works with %s', async (form) => {
    const { service, signing } = await connected({}, form);
    expect((await signing.signIn()).ok).toBe(true);
    expect((await signing.overview()).ok).toBe(true);
    service.clock.advance(QUARTER);
    expect((await signing.overview()).ok).toBe(true);
    expect(service.records.requests.filter(({ operation }) => operation === 'token')).toHaveLength(2);
    expect(service.records.breaches).toEqual([]);
  });

  test('a token that the service revoked is renewed', async () => {
    const { service, signing } = await connected();
    await signing.signIn();
    service.tokens.revoke();
    expect((await signing.availableModes()).ok).toBe(true);
    expect(service.records.breaches).toEqual([]);
  });

  test.each([
    ['json', 'credentials-refused'],
    ['text', 'credentials-refused'],
    ['html', 'sign-in-refused'],
    ['empty', 'sign-in-refused'],
    ['headers', 'credentials-refused'],
  ] as const)('a wrong password, reported as %s, is sent once until it changes', async (errorStyle, kind) => {
    const { service, signing, login } = await connected({ errorStyle });
    const right = login.password;
    login.password = 'wrong';
    expect(await signing.overview()).toMatchObject({ ok: false, failure: { kind } });
    expect(await signing.signIn()).toMatchObject({ ok: false, failure: { kind } });
    expect(service.records.requests).toHaveLength(1);
    login.password = right;
    signing.forgive();
    expect((await signing.signIn()).ok).toBe(true);
  });
});

describe('the polling limit', () => {
  test.each([
    ['429-seconds', 'busy', 'refused'],
    ['429-date', 'busy', 'refused'],
    ['503', 'unavailable', 'refused'],
    // Without a Retry-After, only the words tell it from a missing permission.
    ['403', 'busy', 'refused'],
  ] as const)('answered with %s is %s', async (polling, kind, certainty) => {
    const { signing } = await connected({ polling, now: () => Date.UTC(2026, 10, 21) });
    expect((await signing.overview()).ok).toBe(true);
    const outcome = await signing.overview();
    expect(outcome).toMatchObject({ ok: false, failure: { kind, certainty } });
    const wait = outcome.ok || polling === '403' ? QUARTER : outcome.failure.retryAfterMs;
    expect(wait).toBe(QUARTER);
  });
});

describe('files', () => {
  test('an upload arrives unchanged and once', async () => {
    const { service, signing } = await connected();
    const content = Buffer.alloc(3_000_001, '%PDF- and more ');
    const large = join(folder, 'large.pdf');
    writeFileSync(large, content);
    const progress: (readonly [number, number | null])[] = [];
    valueOf(
      await signing.upload(
        {
          file: { path: large, size: content.length, name: 'large.pdf', type: 'application/pdf' },
          fields: { initiatorAliasName: 'A' },
        },
        { onProgress: (bytes, total) => progress.push([bytes, total]) },
      ),
    );
    expect(service.records.uploadsOf(createHash('sha256').update(content).digest('hex'))).toBe(1);
    const [bytes, total] = progress.at(-1) ?? [];
    expect(bytes).toBe(total);
    expect(progress.length).toBeGreaterThan(5);
  });

  test('extra parameters and office documents arrive', async () => {
    const { service, signing } = await connected({ extraParameters: ['callbackUrl'] });
    const extra = { callbackUrl: 'https://a.example/hook' };
    const id = valueOf(
      await signing.upload({
        file: { ...file, type: XLSX, name: 'a.xlsx' },
        fields: { initiatorAliasName: 'A' },
        extra,
      }),
    ).documentId;
    valueOf(await signing.update(id, { initiatorAliasName: 'A', comment: '', extra }));
    expect(service.records.breaches).toEqual([]);
  });

  test('an upload whose answer is lost is unclear and happened once', async () => {
    const { service, signing } = await connected();
    await signing.signIn();
    service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'lose-after-commit' } });
    const outcome = await signing.upload({ file, fields: { initiatorAliasName: 'A' } });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'answer-lost', certainty: 'unclear' } });
    expect(service.documents.all()).toHaveLength(1);
  });

  test('an upload that the person stopped never arrives', async () => {
    const { service, signing } = await connected();
    const outcome = await signing.upload(
      { file, fields: { initiatorAliasName: 'A' } },
      { signal: AbortSignal.abort() },
    );
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'aborted', certainty: 'never-sent' } });
    expect(service.documents.all()).toEqual([]);
  });
});
