import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { AddressRules } from './address.ts';
import { createSigningClient } from './client.ts';
import type { Verdict } from './http-port.ts';
import { success } from './outcome.ts';
import { Secret } from './secret.ts';
import { fakeHttp, jsonResponse, response, type SentRequest } from './testing/fake-http.ts';

const ID = '0c1e4cd1-4f2b-4f4e-9f43-111122223333';
const DRAFT = { documentId: ID, documentStatus: 'draft', signees: [], signeesOrdered: [] };
const folder = mkdtempSync(join(tmpdir(), 'countersign-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'a.pdf');
writeFileSync(path, '%PDF-1.7');
const file = { path, size: 8, name: 'a.pdf', type: 'application/pdf' };

function client(
  answer: (request: SentRequest, count: number) => Verdict | Promise<Verdict>,
  addresses = {},
  rules: Partial<AddressRules> = {},
) {
  let api = 0;
  const http = fakeHttp((request) => {
    if (request.url.endsWith('/token'))
      return jsonResponse({ access_token: `token-${http.sent.length}`, expires_in: 900 });
    api += 1;
    return answer(request, api);
  });
  const signing = createSigningClient({
    http,
    clock: { now: () => Date.parse('2026-11-21T12:00:00Z') },
    addresses: { base: 'https://sign.example/api/v1/', auth: 'https://id.example', ...addresses },
    ...rules,
    credentials: async () =>
      success({ username: 'u', password: new Secret('pass-word'), client: { form: 'public', clientId: 'c' } }),
  });
  const calls = () => http.sent.filter(({ url }) => !url.endsWith('/token'));
  return { signing, http, calls };
}

test('an answer that repeats a secret of the port, such as the password of a proxy, is redacted', async () => {
  const page = response(502, '<h1>anna:Tr0ub4dor is not known</h1>', { 'content-type': 'text/html' });
  const { signing, http } = client(() => page);
  const secrets: Secret[] = [];
  Object.assign(http, { secrets: () => secrets });
  expect(await signing.availableModes()).toMatchObject({ failure: { details: expect.stringContaining('Tr0ub4dor') } });
  secrets.push(new Secret('Tr0ub4dor'));
  const { failure } = { failure: { details: '' }, ...(await signing.availableModes()) };
  expect(failure.details).toContain('anna:[secret] is not known');
});

describe('requests', () => {
  test('have the documented method, address and body', async () => {
    const { signing, calls } = client(() => response(204), { identity: 'https://me.example/' });
    await signing.start(ID);
    await signing.withdraw(ID);
    await signing.delete(ID);
    await signing.details(ID);
    await signing.update(ID, { initiatorAliasName: 'A', comment: 'B', extra: { comment: 'never', callback: 1 } });
    await signing.addSignee(ID, { email: 'a@x.ch', signOrder: 0 });
    await signing.overview();
    await signing.overview({ offset: 0, limit: 50 });
    await signing.availableModes();
    await signing.whoAmI();
    const at = 'https://sign.example/api/v1';
    expect(calls().map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PUT', `${at}/documents/${ID}/start`, ''],
      ['PUT', `${at}/documents/${ID}/withdraw`, ''],
      ['DELETE', `${at}/documents/${ID}`, ''],
      ['GET', `${at}/documents/${ID}`, ''],
      ['PUT', `${at}/documents/${ID}`, '{"comment":"B","callback":1,"initiatorAliasName":"A"}'],
      ['POST', `${at}/documents/${ID}/signees`, '{"email":"a@x.ch","signOrder":0}'],
      ['GET', `${at}/overview?order=creationTime%20desc`, ''],
      ['GET', `${at}/overview?offset=0&limit=50&order=creationTime%20desc`, ''],
      ['GET', `${at}/available-modes`, ''],
      ['GET', 'https://me.example/api/v1/users/me', ''],
    ]);
    for (const { method, headers } of calls()) {
      expect(headers['Authorization']).toBe('Bearer token-1');
      expect(headers['Accept-Charset']).toBe('UTF-8');
      expect(headers['Accept']).toBe(method === 'GET' ? 'application/json' : undefined);
    }
    expect(
      calls()
        .map(({ headers }) => headers['Content-Type'] ?? '')
        .filter(Boolean),
    ).toEqual(['application/json', 'application/json']);
  });

  test('an id with slashes or dots does not change the address', async () => {
    const { signing, calls } = client(() => response(204));
    await signing.start('a/../b?c');
    expect(calls()[0]?.url).toBe('https://sign.example/api/v1/documents/a%2F..%2Fb%3Fc/start');
  });

  test.each([
    ['base', { base: 'http://sign.example/api/v1' }],
    ['auth', { auth: 'http://id.example' }],
    ['identity', { identity: 'http://me.example' }],
    ['base on this computer', { base: 'http://127.0.0.1:1/api/v1' }],
    ['auth on this computer', { auth: 'http://localhost:1' }],
    ['identity on this computer', { identity: 'http://[::1]:1' }],
  ])('are not sent when the %s address is unsafe', async (_, addresses) => {
    const { signing, http } = client(() => response(204), addresses);
    const outcomes = [await signing.whoAmI(), ...('identity' in addresses ? [] : [await signing.overview()])];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false });
    expect(http.sent).toEqual([]);
  });

  test('use plain http to this computer only when allowed', async () => {
    const here = { base: 'http://127.0.0.1:1/api/v1', auth: 'http://127.0.0.1:1', identity: 'http://127.0.0.1:1' };
    const { signing } = client(() => response(204), here, { allowLoopback: true });
    expect(await signing.start(ID)).toEqual(success(undefined));
    const download = { url: 'http://127.0.0.1:1/x', maxBytes: 1, write: async () => {} };
    expect(await signing.download(download)).not.toMatchObject({ failure: { kind: 'bad-address' } });
    expect(await client(() => response(200)).signing.download(download)).toMatchObject({
      failure: { kind: 'bad-address' },
    });
  });

  test('whoAmI fails without an identity address', async () => {
    expect(await client(() => response(204)).signing.whoAmI()).toMatchObject({
      ok: false,
      failure: { kind: 'not-configured' },
    });
  });

  test('signIn asks for a token and nothing else', async () => {
    const { signing, http, calls } = client(() => response(204));
    expect(await signing.signIn()).toEqual(success({ validForMs: 900_000 }));
    expect(calls()).toEqual([]);
    expect(http.sent[0]?.url).toBe('https://id.example/auth/realms/sso/protocol/openid-connect/token');
  });
});

describe('a refused token', () => {
  test('is renewed once', async () => {
    const { signing, calls } = client(({ headers }) =>
      headers['Authorization'] === 'Bearer token-1' ? response(401) : jsonResponse({ ...DRAFT }),
    );
    expect((await signing.upload({ file, fields: { initiatorAliasName: 'A' } })).ok).toBe(true);
    expect(calls()).toHaveLength(2);
    // The resend has the whole body.
    expect(calls()[1]?.body.length).toBe(calls()[0]?.body.length);
  });

  test('is not renewed in a loop', async () => {
    const { signing, http } = client(() => response(401, 'nope'));
    expect(await signing.start(ID)).toMatchObject({
      ok: false,
      failure: { kind: 'token-refused', certainty: 'refused' },
    });
    expect(http.sent).toHaveLength(4);
  });
});

describe('answers', () => {
  test.each([200, 201, 202])('an upload may be answered by %i', async (status) => {
    const { signing } = client(() => jsonResponse(DRAFT, status));
    expect(await signing.upload({ file, fields: { initiatorAliasName: 'A' } })).toMatchObject({
      ok: true,
      value: { documentId: ID },
    });
  });

  test.each([
    ['nothing', () => response(200)],
    ['another object', () => jsonResponse({ ok: true })],
    ['a list', () => jsonResponse([DRAFT])],
    ['half of it', () => response(200, JSON.stringify(DRAFT).slice(0, 40))],
  ])('an upload answered with %s is unclear', async (_, answer) => {
    const outcome = await client(answer).signing.upload({ file, fields: { initiatorAliasName: 'A' } });
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected-answer', certainty: 'unclear', status: 200 },
    });
  });

  test('a web page instead of JSON is a captive portal', async () => {
    const { signing } = client(() =>
      response(200, '<html><title>Hotel</title>Please sign in', { 'content-type': 'text/html' }),
    );
    for (const outcome of [
      await signing.overview(),
      await signing.start(ID),
      await signing.addSignee(ID, { email: 'a@x' }),
    ]) {
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'captive-portal', certainty: 'unclear' } });
      if (!outcome.ok) expect(outcome.failure.details).toContain('Hotel Please sign in');
    }
  });

  test('an answer that broke off names the cause', async () => {
    const cut: Verdict = {
      kind: 'response',
      response: { status: 201, headers: {}, body: new Uint8Array(), bodyState: 'cut', requestComplete: true },
      problem: { kind: 'timed-out', details: 'no byte came' },
    };
    const outcome = await client(() => cut).signing.upload({ file, fields: { initiatorAliasName: 'A' } });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'timed-out', certainty: 'unclear', status: 201 } });
  });

  test('a 2xx before the whole file was sent is a failure', async () => {
    const early: Verdict = {
      kind: 'response',
      response: {
        status: 200,
        headers: {},
        body: Buffer.from(JSON.stringify(DRAFT)),
        bodyState: 'whole',
        requestComplete: false,
      },
    };
    const outcome = await client(() => early).signing.upload({ file, fields: { initiatorAliasName: 'A' } });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unexpected-answer', certainty: 'unclear' } });
  });

  test.each(['start', 'withdraw', 'delete'] as const)(
    '%s succeeds only with 204, without an error',
    async (operation) => {
      expect((await client(() => response(204)).signing[operation](ID)).ok).toBe(true);
      for (const headers of [
        { 'x-error-code': 'E17' },
        { 'error-description': 'Not started' },
        { 'x-error': 'true' },
        { 'x-failure-reason': 'No credit' },
        { 'x-problem': 'E17' },
      ])
        expect(await client(() => response(204, '', headers)).signing[operation](ID)).toMatchObject({
          ok: false,
          failure: { kind: 'unexpected-answer', certainty: 'unclear' },
        });
      for (const none of ['', '0', 'none', 'False'])
        expect(
          (await client(() => response(204, '', { 'x-error': none, 'x-default': 'E17' })).signing[operation](ID)).ok,
        ).toBe(true);
      expect(await client(() => jsonResponse({})).signing[operation](ID)).toMatchObject({
        ok: false,
        failure: { kind: 'unexpected-answer', certainty: 'unclear' },
      });
    },
  );

  test.each([
    ['204', () => response(204), null],
    ['text', () => response(200, 'added'), null],
    ['an object', () => jsonResponse({ id: 7 }, 201), { id: 7 }],
  ])('addSignee accepts %s as an answer', async (_, answer, value) => {
    expect(await client(answer).signing.addSignee(ID, { email: 'a@x' })).toEqual(success(value));
  });

  test.each([
    ['an error', jsonResponse({ error: 'The person has signed.' })],
    ['an error in a list', jsonResponse({ errors: [{ code: 17 }] })],
    ['a code', jsonResponse({ errorCode: 17 }, 201)],
    ['an error in the headers', response(200, '', { 'x-error-code': 'E17' })],
  ])('an invitation that is answered with %s was perhaps not sent, and a person not added', async (_, answer) => {
    const { signing } = client(() => answer);
    const failure = { kind: 'unexpected-answer', certainty: 'unclear' };
    expect(await signing.resendInvitation(ID, 'p1')).toMatchObject({ ok: false, failure });
    expect(await signing.addSignee(ID, { email: 'a@x' })).toMatchObject({ ok: false, failure });
  });

  test.each([
    {},
    { error: null },
    { errors: [] },
    { errorCode: 0, error: false, errorText: '' },
    { errorCode: '0000', errorMessage: 'OK' },
    [{ error: 'x' }],
  ])('an answer without an error is a success: %j', async (body) => {
    expect((await client(() => jsonResponse(body)).signing.resendInvitation(ID, 'p1')).ok).toBe(true);
  });

  test('the clock skew comes from the Date of an answer', async () => {
    const { signing } = client(() => response(404, '', { date: 'Sat, 21 Nov 2026 12:05:00 GMT' }));
    await signing.details(ID);
    expect(signing.clockSkewMs()).toBe(300_000);
  });

  test('failures show no secrets', async () => {
    const { signing } = client(({ headers }) => response(400, `${headers['Authorization']} pass-word`));
    expect(await signing.overview()).toMatchObject({
      ok: false,
      failure: { details: 'HTTP 400 · Bearer [secret] [secret]' },
    });
  });
});

describe('the answer of another document', () => {
  const OTHER = '00000000-4f2b-4f4e-9f43-111122223333';
  const document = { documentId: OTHER, documentStatus: 'signed' };

  test('is not the answer to a question for details, nor to an added person', async () => {
    const { signing } = client(() => jsonResponse(document));
    expect(await signing.details(ID)).toMatchObject({ ok: false, failure: { kind: 'unexpected-answer' } });
    const added = await signing.addSignee(ID, { email: 'a@x.ch' });
    expect(added).toMatchObject({ ok: false, failure: { kind: 'unexpected-answer', certainty: 'unclear' } });
  });

  test('is told by the id, not by its spelling', async () => {
    const { signing } = client(() => jsonResponse({ ...document, documentId: `{${OTHER.toUpperCase()}}` }));
    for (const id of [OTHER, OTHER.toUpperCase()])
      expect(await signing.details(id)).toMatchObject({ ok: true, value: { documentId: OTHER } });
    expect(await signing.addSignee(OTHER, { email: 'a@x.ch' })).toMatchObject({ ok: true });
  });
});

describe('refused before a byte is sent', () => {
  test.each([
    ['40 MB and a byte', { size: 40 * 1024 * 1024 + 1 }, 'too-large'],
    ['another type', { type: 'image/png' }, 'wrong-type'],
    ['another size than announced', { size: 9 }, 'file-changed'],
    ['no file', { path: join(folder, 'none.pdf') }, 'file-unreadable'],
    ['a folder', { path: folder }, 'file-unreadable'],
  ])('%s', async (_, wrong, kind) => {
    const { signing, http } = client(() => jsonResponse(DRAFT));
    const outcome = await signing.upload({ file: { ...file, ...wrong }, fields: { initiatorAliasName: 'A' } });
    expect(outcome).toMatchObject({ ok: false, failure: { kind, certainty: 'permanent' } });
    expect(http.sent).toEqual([]);
  });

  test('an office file to be scanned', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const { signing, http } = client(() => jsonResponse({ signatureFields: [] }));
    expect(await signing.scanPredefined({ ...file, type })).toMatchObject({
      ok: false,
      failure: { kind: 'wrong-type' },
    });
    expect((await signing.upload({ file: { ...file, type }, fields: { initiatorAliasName: 'A' } })).ok).toBe(false);
    expect((await signing.scanPredefined(file)).ok).toBe(true);
    expect(http.sent.map(({ url }) => url.split('/').at(-1))).toEqual(['token', 'file', 'scan-predefined']);
  });
});
