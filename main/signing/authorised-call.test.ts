/** What a 401 means, tested in virtual time: the sign-in ended, or the token expired on the way. */
import { expect, test } from 'vitest';
import { createSigningClient } from './client.ts';
import { signInEnded, waitsForAPerson } from './failure.ts';
import type { Verdict } from './http-port.ts';
import { success } from './outcome.ts';
import { Secret } from './secret.ts';
import { fakeHttp, jsonResponse, response } from './testing/fake-http.ts';

const LIFE_S = 60;
const ID = '0c1e4cd1-4f2b-4f4e-9f43-111122223333';

/** A service that answers each call by `respond`, which gets the token and can let time pass. */
function service(respond: (token: string, pass: (seconds: number) => void) => Verdict | Promise<Verdict>) {
  let now = Date.parse('2026-11-21T12:00:00Z');
  let tokens = 0;
  const used: string[] = [];
  const http = fakeHttp(({ url, headers }) => {
    if (url.endsWith('/token')) {
      tokens += 1;
      return jsonResponse({ access_token: `t${tokens}`, expires_in: LIFE_S });
    }
    const token = (headers['Authorization'] ?? '').replace('Bearer ', '');
    used.push(token);
    return respond(token, (seconds) => (now += seconds * 1_000));
  });
  const signing = createSigningClient({
    http,
    clock: { now: () => now },
    addresses: { base: 'https://sign.example/api/v1', auth: 'https://id.example' },
    credentials: async () =>
      success({ username: 'u', password: new Secret('pass-word'), client: { form: 'public', clientId: 'c' } }),
  });
  return { signing, used };
}

test('a new token that is refused before it expires ends the sign-in', async () => {
  const { signing, used } = service((_, pass) => {
    pass(LIFE_S - 1);
    return response(401);
  });
  expect(await signing.start(ID)).toMatchObject({ failure: { kind: 'token-refused', certainty: 'refused' } });
  expect(used).toEqual(['t1', 't2']);
});

test('a new token that expired on the way is renewed once more', async () => {
  const { signing, used } = service((token, pass) => {
    if (token === 't3') return response(204);
    pass(LIFE_S);
    return response(401);
  });
  expect(await signing.start(ID)).toEqual(success(undefined));
  expect(used).toEqual(['t1', 't2', 't3']);
});

test('on a line too slow for any token, the call is tried three times and the sign-in stays', async () => {
  const { signing, used } = service((_, pass) => {
    pass(LIFE_S);
    return response(401);
  });
  const outcome = await signing.start(ID);
  expect(outcome).toMatchObject({ failure: { kind: 'token-expired', certainty: 'refused', status: 401 } });
  if (!outcome.ok)
    expect([signInEnded(outcome.failure.kind), waitsForAPerson(outcome.failure.kind)]).toEqual([false, false]);
  expect(used).toEqual(['t1', 't2', 't3']);
});

test('a sleep of the computer during the first try costs one token', async () => {
  const { signing, used } = service((token, pass) => {
    if (token === 't2') return response(204);
    pass(8 * 3_600);
    return response(401);
  });
  expect(await signing.start(ID)).toEqual(success(undefined));
  expect(used).toEqual(['t1', 't2']);
});

test('a refused token that another call had renewed earlier does not end the sign-in', async () => {
  let first = true;
  const { signing, used } = service(async (token) => {
    if (token === 't3') return response(204);
    if (token === 't1' && first) {
      first = false;
      // During this call, another call renews the token.
      expect(await signing.withdraw(ID)).toEqual(success(undefined));
      return response(401);
    }
    if (token === 't1') return response(401);
    return used.filter((one) => one === 't2').length === 1 ? response(204) : response(401);
  });
  expect(await signing.start(ID)).toEqual(success(undefined));
  expect(used).toEqual(['t1', 't1', 't2', 't2', 't3']);
});

test('a start that is taken back while a token is asked for does not leave, neither first nor again', async () => {
  const { signing, used } = service(() => response(401));
  const takenBack = { failure: { kind: 'aborted', certainty: 'never-sent' } };
  expect(await signing.start(ID, { isWanted: () => false })).toMatchObject(takenBack);
  expect(used).toEqual([]);
  expect(await signing.start(ID, { isWanted: () => used.length === 0 })).toMatchObject(takenBack);
  expect(used).toEqual(['t1']);
});
