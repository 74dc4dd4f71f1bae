import { expect, test } from 'vitest';
import { createSigningClient } from './client.ts';
import { success } from './outcome.ts';
import { createPatience } from './patience.ts';
import { Secret } from './secret.ts';
import { fakeHttp, jsonResponse, response } from './testing/fake-http.ts';

const ID = '0c1e4cd1-4f2b-4f4e-9f43-111122223333';
const OTHER = '0c1e4cd1-4f2b-4f4e-9f43-444455556666';

/** A service that asks for a wait of ten minutes before each document is asked for again. */
function service() {
  let now = Date.parse('2026-11-30T12:00:00Z');
  let passed = 0;
  let isBusy = true;
  const busy = () => response(503, '', { 'retry-after': '600' });
  const http = fakeHttp(({ url }) => {
    if (url.endsWith('/token')) return jsonResponse({ access_token: 't', expires_in: 86_400 });
    return isBusy ? busy() : jsonResponse({ documentId: ID, documentStatus: 'draft', signees: [] });
  });
  const signing = createSigningClient({
    http,
    clock: { now: () => now, monotonic: () => passed },
    addresses: { base: 'https://sign.example/api/v1', auth: 'https://id.example' },
    credentials: async () =>
      success({ username: 'u', password: new Secret('pass-word'), client: { form: 'public', clientId: 'c' } }),
  });
  const asked = () => http.sent.filter(({ url }) => !url.endsWith('/token')).length;
  return {
    signing,
    asked,
    pass(seconds: number): void {
      now += seconds * 1_000;
      passed += seconds * 1_000;
    },
    setClock: (seconds: number) => void (now += seconds * 1_000),
    recover: () => void (isBusy = false),
  };
}

test('a document that the service asked to wait for is not asked for again by another part of the app', async () => {
  const { signing, asked, pass } = service();
  const first = await signing.details(ID);
  expect(first).toMatchObject({ failure: { certainty: 'refused', retryAfterMs: 600_000 } });
  pass(599);
  expect(await signing.details(ID)).toMatchObject({
    failure: { kind: 'busy', certainty: 'refused', retryAfterMs: 1_000 },
  });
  expect(asked()).toBe(1);
  await signing.details(OTHER);
  expect(asked()).toBe(2);
  pass(1);
  await signing.details(ID);
  expect(asked()).toBe(3);
});

test('a person who asks gets the service’s answer of now', async () => {
  const { signing, asked } = service();
  await signing.details(ID);
  await signing.details(ID, { asked: true });
  expect(asked()).toBe(2);
});

test('a later answer that asks for no wait ends it', async () => {
  const { signing, asked, recover } = service();
  await signing.details(ID);
  recover();
  await signing.details(ID, { asked: true });
  expect(await signing.details(ID)).toMatchObject({ ok: true });
  expect(asked()).toBe(3);
});

test.each([-3_600, -2, 3_600])('a clock that is set by %s seconds changes no wait', async (seconds) => {
  const { signing, asked, setClock, pass } = service();
  await signing.details(ID);
  setClock(seconds);
  expect(await signing.details(ID)).toMatchObject({ failure: { retryAfterMs: 600_000 } });
  pass(600);
  await signing.details(ID);
  expect(asked()).toBe(2);
});

test('of more than a thousand waits the oldest is forgotten', () => {
  const patience = createPatience({ now: () => 0 });
  const wait = { kind: 'busy', certainty: 'refused', details: '', retryAfterMs: 1_000 } as const;
  for (let one = 0; one <= 1_000; one += 1) patience.note(`${one}`, { ok: false, failure: wait });
  expect([patience.refusal('0'), patience.refusal('1')]).toEqual([null, expect.objectContaining({ kind: 'busy' })]);
});
