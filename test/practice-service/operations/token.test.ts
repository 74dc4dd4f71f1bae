import { CompactSign, exportJWK, generateKeyPair, importJWK } from 'jose';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOKEN_PATH } from '../../../main/practice-service/rules.ts';
import type { PracticeService } from '../practice-service.ts';
import { running } from '../running.ts';
import { connectClient, passwordGrant, send, tokenRequest } from '../test-client.ts';

const keys = await generateKeyPair('RS256', { extractable: true });
// The right key with another algorithm.
const sameKeyForPs = await importPrivate('PS256');
const otherKeys = await generateKeyPair('RS256');
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const rules = (service: PracticeService) => service.records.breaches.map((breach) => breach.rule);

test.each(['client-secret', 'public'] as const)('a client in form %s gets a token with all fields', async (form) => {
  const service = await running();
  const user = service.people.createServiceUser(form);
  const reply = await tokenRequest(service.url, passwordGrant(service, form, user));
  expect(reply.status).toBe(200);
  const text = z.string().min(1);
  reply.json(
    z.strictObject({
      access_token: text,
      expires_in: z.literal(900),
      refresh_expires_in: z.literal(36_000),
      refresh_token: text,
      token_type: z.literal('Bearer'),
      'not-before-policy': z.int(),
      session_state: text,
      scope: text,
    }),
  );
  expect(service.records.breaches).toEqual([]);
});

test.each([
  ['secret', { client_secret: 'wrong' }, 'invalid_client'],
  ['client id', { client_id: 'wrong' }, 'invalid_client'],
  ['client form', { client_id: 'countersign-practice-signed' }, 'invalid_client'],
  ['client of another user', { client_id: 'countersign-practice-public' }, 'invalid_grant'],
  ['user name', { username: 'wrong' }, 'invalid_grant'],
  ['password', { password: 'wrong' }, 'invalid_grant'],
])('a wrong %s is refused', async (_, change, error) => {
  const service = await running();
  const right = passwordGrant(service, 'client-secret', service.people.createServiceUser());
  const reply = await tokenRequest(service.url, { ...right, ...change });
  expect([reply.status, reply.json(z.looseObject({ error: z.string() })).error]).toEqual([401, error]);
});

test.each([
  ['another content type', { headers: { 'Content-Type': 'application/json' } }],
  ['a body of two lines', { headers: FORM, body: 'grant_type=password&\r\nusername=x' }],
  ['another grant', { headers: FORM, body: 'grant_type=client_credentials' }],
  ['a parameter twice', { headers: FORM, body: 'grant_type=password&grant_type=password' }],
])('%s is a breach and refused', async (_, init) => {
  const service = await running();
  const reply = await send(service.url + TOKEN_PATH, { method: 'POST', body: 'grant_type=password', ...init });
  expect(reply.status).toBe(400);
  expect(rules(service)).toContain('token-request');
});

test('an unexpected parameter is a breach, and so is GET', async () => {
  const service = await running();
  const right = passwordGrant(service, 'client-secret', service.people.createServiceUser());
  expect((await tokenRequest(service.url, { ...right, scope: 'all' })).status).toBe(200);
  expect((await send(service.url + TOKEN_PATH)).status).toBe(405);
  expect(rules(service)).toEqual(['token-request', 'unknown-method']);
});

test('a token expires; a renewal before its last 30 seconds is a breach', async () => {
  const service = await running();
  const client = await connectClient(service);
  const renew = () => tokenRequest(service.url, passwordGrant(service, 'client-secret', client.user));
  const ask = async () => (await client.call('GET', '/available-modes')).status;
  service.clock.advance(869_000);
  await renew();
  expect(rules(service)).toEqual(['token-early']);
  service.clock.advance(30_000);
  expect(await ask()).toBe(200);
  service.clock.advance(2000);
  expect(await ask()).toBe(401);
  // Twenty seconds before its end.
  service.clock.advance(900_000 - 30_000 - 2000 - 20_000);
  await renew();
  expect(rules(service)).toEqual(['token-early']);
});

test('a new token after a restart or a revoked token is no breach', async () => {
  const service = await running();
  const client = await connectClient(service);
  const renew = () => tokenRequest(service.url, passwordGrant(service, 'client-secret', client.user));
  service.tokens.clientRestarted();
  await renew();
  expect((await client.call('GET', '/available-modes')).status).toBe(200);
  service.tokens.revoke();
  expect((await client.call('GET', '/available-modes')).status).toBe(401);
  await renew();
  expect(service.records.breaches).toEqual([]);
});

test('the identity API returns the user of the token', async () => {
  const service = await running();
  const client = await connectClient(service);
  const me = await send(`${service.connection.identity}/api/v1/users/me`, { headers: client.headers });
  const list = z.array(z.unknown());
  const text = z.string();
  const schema = z.strictObject({
    email: text,
    firstname: text,
    lastname: text,
    id: text,
    groups: list,
    companies: list,
    units: list,
  });
  expect(me.json(schema).id).toBe(client.user.id);
  expect((await send(`${service.connection.identity}/api/v1/users/me`)).status).toBe(401);
});

async function importPrivate(alg: string): Promise<CryptoKey> {
  const key = await importJWK({ ...(await exportJWK(keys.privateKey)), alg });
  if (key instanceof Uint8Array) throw new Error('an RSA key was expected');
  return key;
}

interface Assertion {
  readonly header: Record<string, string>;
  readonly claims: Record<string, unknown>;
  readonly escaped: boolean;
  readonly key: CryptoKey;
}

/** Requests a token with a valid assertion and one change. */
async function askSigned(service: PracticeService, change: Partial<Assertion> = {}, jti: string = crypto.randomUUID()) {
  const { clientId, auth } = service.connectionOf('signed-assertion');
  const { header = {}, claims = {}, escaped = true, key = keys.privateKey } = change;
  const exp = Math.floor(service.clock.now() / 1000) + 60;
  const text = JSON.stringify({ iss: clientId, sub: clientId, aud: auth + TOKEN_PATH, exp, jti, ...claims });
  const assertion = await new CompactSign(Buffer.from(escaped ? text.replaceAll('/', '\\/') : text))
    .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
    .sign(key);
  const { username, password } = service.people.createServiceUser('signed-assertion');
  return tokenRequest(service.url, {
    grant_type: 'password',
    username,
    password,
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion,
  });
}

async function runningSigned(): Promise<PracticeService> {
  const service = await running();
  const one = { ...(await exportJWK(keys.publicKey)), kid: 'one' };
  const two = { ...(await exportJWK(otherKeys.publicKey)), kid: 'two', alg: 'RS256' };
  service.clients.setKeys({ keys: [one, two] });
  return service;
}

test('a signed assertion is accepted, with either key of the set', async () => {
  const service = await runningSigned();
  expect((await askSigned(service)).status).toBe(200);
  const other = await askSigned(service, { header: { kid: 'two' }, key: otherKeys.privateKey });
  expect(other.status).toBe(200);
  expect(service.records.breaches).toEqual([]);
});

const nowSeconds = () => Math.floor(Date.now() / 1000);

test.each<[string, () => Partial<Assertion>]>([
  ['slashes without a backslash', () => ({ escaped: false })],
  ['iss is no client', () => ({ claims: { iss: 'someone', sub: 'someone' } })],
  ['sub differs', () => ({ claims: { sub: 'someone' } })],
  ['aud is another address', () => ({ claims: { aud: `https://elsewhere.example.test${TOKEN_PATH}` } })],
  ['exp is past', () => ({ claims: { exp: nowSeconds() - 1 } })],
  ['exp is far ahead', () => ({ claims: { exp: nowSeconds() + 3600 } })],
  ['exp is missing', () => ({ claims: { exp: undefined } })],
  ['jti is missing', () => ({ claims: { jti: undefined } })],
  ['kid is not registered', () => ({ header: { kid: 'three' } })],
  ['kid belongs to another key', () => ({ header: { kid: 'two' } })],
  ['alg is another one', () => ({ header: { alg: 'PS256' }, key: sameKeyForPs })],
])('an assertion is refused when %s', async (_, change) => {
  const service = await runningSigned();
  const reply = await askSigned(service, change());
  expect(reply.status).toBe(401);
  expect(rules(service)).toEqual(['assertion']);
});

test('an assertion works once', async () => {
  const service = await runningSigned();
  expect((await askSigned(service, {}, 'same')).status).toBe(200);
  expect((await askSigned(service, {}, 'same')).status).toBe(401);
  expect(service.records.breaches.map(({ detail }) => detail)).toEqual(['jti was used before']);
});

test('an assertion with the time of the service is valid, also if the service moved its clock', async () => {
  const service = await runningSigned();
  service.clock.advance(40 * 86_400_000);
  const date = (await send(service.url)).headers.get('date') ?? '';
  const exp = Math.floor(Date.parse(date) / 1000) + 60;
  expect((await askSigned(service, { claims: { exp } })).status).toBe(200);
});

test('a key set needs RSA keys with different kids', async () => {
  const service = await running();
  const jwk = await exportJWK(keys.publicKey);
  expect(() => service.clients.setKeys({ keys: [jwk] })).toThrow('no set of public RSA keys');
  expect(() =>
    service.clients.setKeys({
      keys: [
        { ...jwk, kid: 'a' },
        { ...jwk, kid: 'a' },
      ],
    }),
  ).toThrow('kid');
  expect(() => service.clients.setKeys('{')).toThrow('no set of public RSA keys');
});
