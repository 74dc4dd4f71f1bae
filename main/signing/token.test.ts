import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import type { ClientProof, Credentials } from './credentials.ts';
import type { Verdict } from './http-port.ts';
import { success } from './outcome.ts';
import { createRedactor } from './redactor.ts';
import { Secret } from './secret.ts';
import { createServerClock } from './server-clock.ts';
import { fakeHttp, jsonResponse, response, type SentRequest } from './testing/fake-http.ts';
import { createTokenSource } from './token.ts';

const ENDPOINT = 'https://id.example/auth/realms/sso/protocol/openid-connect/token';
const NOW = Date.parse('2026-11-21T12:00:00Z');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKeyPem = new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

const PUBLIC: ClientProof = { form: 'public', clientId: 'partner' };
const ASSERTION: ClientProof = { form: 'signed-assertion', clientId: 'partner', kid: 'k1', privateKeyPem };

const issued = (_: SentRequest, count: number): Verdict => jsonResponse({ access_token: `t${count}`, expires_in: 900 });

function source(
  answer: (request: SentRequest, count: number) => Verdict | Promise<Verdict>,
  client = PUBLIC,
  keychain: Promise<void> | null = null,
) {
  let now = NOW;
  let asked = 0;
  const http = fakeHttp(answer);
  const clock = createServerClock({ now: () => now });
  const password = new Secret('pass word&=');
  const tokens = createTokenSource({
    http,
    endpoint: ENDPOINT,
    context: { redactor: createRedactor(), clock },
    credentials: async () => {
      asked += 1;
      await keychain;
      const credentials: Credentials = { username: 'robot@x', password, client };
      return success(credentials);
    },
  });
  const text = async () => {
    const token = await tokens.token();
    return token.ok ? token.value.secret.reveal() : token.failure.kind;
  };
  return { tokens, http, clock, text, asked: () => asked, pass: (ms: number) => (now += ms) };
}

describe('the token request', () => {
  const form = async (client: ClientProof) => {
    const { text, http } = source(issued, client);
    await text();
    return http.sent[0];
  };

  test('of a public client has no secret', async () => {
    const sent = await form(PUBLIC);
    expect(sent?.method).toBe('POST');
    expect(sent?.url).toBe(ENDPOINT);
    expect(sent?.headers['Content-Type']).toBe('application/x-www-form-urlencoded');
    expect(sent?.body).toBe('grant_type=password&username=robot%40x&password=pass+word%26%3D&client_id=partner');
  });

  test('of a client with a secret has the secret', async () => {
    const sent = await form({ form: 'client-secret', clientId: 'partner', clientSecret: new Secret('shh') });
    expect(sent?.body).toMatch(/&client_id=partner&client_secret=shh$/);
  });

  test('of a client that signs has an assertion', async () => {
    const parameters = new URLSearchParams((await form(ASSERTION))?.body);
    expect([...parameters.keys()]).toEqual([
      'grant_type',
      'username',
      'password',
      'client_assertion_type',
      'client_assertion',
    ]);
    expect(decodeJwt(parameters.get('client_assertion') ?? '')).toMatchObject({
      iss: 'partner',
      sub: 'partner',
      aud: ENDPOINT,
      exp: NOW / 1000 + 60,
    });
  });
});

describe('a token', () => {
  test('is requested once for all callers at the same time', async () => {
    const { text, http } = source(issued);
    expect(await Promise.all([text(), text(), text()])).toEqual(['t1', 't1', 't1']);
    expect(http.sent).toHaveLength(1);
  });

  test('is used until 30 s before it expires', async () => {
    const { text, pass } = source(issued);
    expect(await text()).toBe('t1');
    pass(869_999);
    expect(await text()).toBe('t1');
    pass(1);
    expect(await text()).toBe('t2');
  });

  test.each([30, 10, 1])('of %i s is used for four fifths of its life', async (life) => {
    const { text, pass } = source((_, count) => jsonResponse({ access_token: `t${count}`, expires_in: life }));
    expect(await text()).toBe('t1');
    pass(life * 800 - 1);
    expect(await text()).toBe('t1');
    pass(1);
    expect(await text()).toBe('t2');
  });

  test('that took long to arrive is still used for its full life', async () => {
    const { text, pass } = source((request, count) => {
      pass(869_999);
      return issued(request, count);
    });
    expect(await text()).toBe('t1');
    pass(869_999);
    expect(await text()).toBe('t1');
    pass(1);
    expect(await text()).toBe('t2');
  });

  test('that was refused is renewed once for all callers', async () => {
    const { tokens, text, http } = source(issued);
    const first = await tokens.token();
    const refused = first.ok ? first.value.secret : new Secret('');
    const renewed = await Promise.all([tokens.renewed(refused), tokens.renewed(refused)]);
    const late = await tokens.renewed(refused);
    const kinds = [...renewed, late].map((one) => (one.ok ? one.value.secret.reveal() : ''));
    expect(kinds).toEqual(['t2', 't2', 't2']);
    expect(await text()).toBe('t2');
    expect(http.sent).toHaveLength(2);
  });

  test('still comes for the other callers when one gives up', async () => {
    const gate = Promise.withResolvers<Verdict>();
    const { tokens } = source(() => gate.promise);
    const stop = new AbortController();
    const leaving = tokens.token(stop.signal);
    const staying = tokens.token();
    stop.abort();
    expect(await leaving).toMatchObject({ ok: false, failure: { kind: 'aborted', certainty: 'never-sent' } });
    gate.resolve(jsonResponse({ access_token: 'late', expires_in: 900 }));
    expect((await staying).ok).toBe(true);
  });

  test.each([
    ['before the keychain answers', 'credentials'],
    ['before the service answers', 'answer'],
    ['before it is asked for', 'nothing'],
  ])('is given to nobody when the credentials change %s', async (_when, waitsFor) => {
    const gate = Promise.withResolvers<void>();
    const { tokens, http } = source(
      async (request, count) => {
        if (waitsFor === 'answer') await gate.promise;
        return issued(request, count);
      },
      PUBLIC,
      waitsFor === 'credentials' ? gate.promise : null,
    );
    const waiting = waitsFor === 'nothing' ? null : tokens.token();
    if (waitsFor === 'answer') await expect.poll(() => http.sent.length).toBe(1);
    tokens.end();
    gate.resolve();
    const changed = { ok: false, failure: { kind: 'sign-in-changed', certainty: 'never-sent' } };
    expect(await (waiting ?? tokens.token())).toMatchObject(changed);
    expect(await tokens.token()).toMatchObject(changed);
    expect(http.sent).toHaveLength(waitsFor === 'answer' ? 1 : 0);
  });
});

describe('a refused sign-in', () => {
  const saying =
    (error: string, status = 400) =>
    () =>
      jsonResponse({ error }, status);

  test.each<[string, () => Verdict, string]>([
    ['invalid_grant', saying('invalid_grant', 401), 'credentials-refused'],
    ['invalid_client', saying('invalid_client'), 'client-refused'],
    ['unauthorized_client', saying('unauthorized_client'), 'client-refused'],
    ['plain text', () => response(401, 'invalid-client: unknown'), 'client-refused'],
    [
      'a header',
      () => response(400, '', { 'www-authenticate': 'Bearer error="invalid_grant"' }),
      'credentials-refused',
    ],
    ['a web page', () => response(401, '<html>error: invalid_grant</html>'), 'credentials-refused'],
    [
      'a web page that asks for a bearer token',
      () => response(401, '<html>no', { 'www-authenticate': 'Bearer realm="x"' }),
      'sign-in-refused',
    ],
    ['silence', () => response(401), 'sign-in-refused'],
    ['forbidden', () => response(403, 'no'), 'sign-in-refused'],
  ])('is remembered: %s', async (_, answer, kind) => {
    const { text, http } = source(answer);
    expect(await text()).toBe(kind);
    expect(await text()).toBe(kind);
    expect(http.sent).toHaveLength(1);
  });

  test('shows no secret', async () => {
    const { tokens } = source(({ body }) => response(400, `you sent ${body}`));
    expect(JSON.stringify(await tokens.token())).not.toMatch(/pass.word/);
  });
});

describe('another failure', () => {
  test.each<[string, () => Verdict, string]>([
    ['nobody there', () => ({ kind: 'notSent', problem: { kind: 'unreachable', details: 'x' } }), 'unreachable'],
    ['the answer lost', () => ({ kind: 'fullySent', problem: { kind: 'answer-lost', details: 'x' } }), 'answer-lost'],
    ['busy', () => response(429, '', { 'retry-after': '7' }), 'busy'],
    ['broken', () => response(500), 'server-error'],
    ['a web page', () => response(200, '<html>welcome to the hotel'), 'captive-portal'],
    ['a filter', () => response(403, '<!doctype html><h1>Blocked by company policy</h1>'), 'captive-portal'],
    [
      'a filter with a sign-in of its own',
      () => response(401, '<html>', { 'www-authenticate': 'Basic realm="guests"' }),
      'captive-portal',
    ],
    ['a filter that names no policy', () => response(401, 'x', { 'content-type': 'text/html' }), 'captive-portal'],
    [
      'a filter whose page is long and compressed',
      () => response(400, new Uint8Array(300_000), { 'content-type': 'text/html', 'content-encoding': 'gzip' }),
      'captive-portal',
    ],
    ['no token', () => jsonResponse({}), 'unexpected-answer'],
    ['a token that would end the header', () => jsonResponse({ access_token: 'a\r\nb' }), 'unexpected-answer'],
    ['a redirect', () => response(302, '', { location: 'https://portal.example' }), 'redirect'],
  ])('is not remembered: %s', async (_, answer, kind) => {
    const { tokens, text } = source((request, count) => (count === 1 ? answer() : issued(request, count)));
    const failure = await tokens.token();
    expect(failure).toMatchObject({ ok: false, failure: { kind, certainty: 'never-sent' } });
    expect(await text()).toBe('t2');
  });

  test('is key-unusable, without a request, for a broken private key', async () => {
    const { text, http } = source(issued, {
      ...ASSERTION,
      form: 'signed-assertion',
      kid: 'k',
      clientId: 'c',
      privateKeyPem: new Secret('nonsense'),
    });
    expect(await text()).toBe('key-unusable');
    expect(http.sent).toEqual([]);
  });

  test.each([0, -5, 'soon', 1e12, undefined])('is not caused by an odd expires_in: %s', async (life) => {
    const { text, pass } = source((_, count) => jsonResponse({ access_token: `t${count}`, expires_in: life }));
    expect(await text()).toBe('t1');
    pass(24 * 60 * 60_000);
    expect(await text()).toBe('t2');
  });
});

describe('a wrong clock of this computer', () => {
  const date = new Date(NOW + 3_600_000).toUTCString();
  const strict = (request: SentRequest): Verdict => {
    const { exp = 0 } = decodeJwt(new URLSearchParams(request.body).get('client_assertion') ?? '');
    return exp * 1000 < NOW + 3_600_000
      ? jsonResponse({ error: 'invalid_client' }, 401, { date })
      : jsonResponse({ access_token: 't', expires_in: 900 }, 200, { date });
  };

  test('is corrected by the Date of the answer, and the assertion signed again', async () => {
    const { text, http, clock } = source(strict, ASSERTION);
    expect(await text()).toBe('t');
    expect(clock.skewMs()).toBe(3_600_000);
    expect(http.sent).toHaveLength(2);
  });

  test('does not make us send a password twice', async () => {
    const { text, http } = source(() => jsonResponse({ error: 'invalid_grant' }, 401, { date }));
    expect(await text()).toBe('credentials-refused');
    expect(http.sent).toHaveLength(1);
  });
});
