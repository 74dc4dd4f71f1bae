import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createAccountSecrets } from '../../main/account/account-secrets.ts';
import { createConnectionBook, createForgetSecrets } from '../../main/account/connection/connection-book.ts';
import { sampleFields } from '../../main/account/testing/sample-connection.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { createNetwork } from '../../main/network/network.ts';
import { createSigningClient } from '../../main/signing/client.ts';
import { success } from '../../main/signing/outcome.ts';
import { Secret } from '../../main/signing/secret.ts';
import { fakeHttp, jsonResponse } from '../../main/signing/testing/fake-http.ts';
import { createPublishedState } from '../../main/state/published-state.ts';
import { stoppedClock } from '../../main/testing/clocks.ts';
import { memoryKeychain } from '../../main/testing/memory-keychain.ts';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { startHttpProxy } from '../practice-service/network/http-proxy.ts';

/** Secrets go where a person typed them for, and answers count for the document that was asked for: see guards.ts. */
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

function journalOf() {
  const { journal } = openJournal(':memory:');
  ends.push(() => journal.close());
  return journal;
}

describe('a connection', () => {
  const fields = { ...sampleFields, clientForm: 'client-secret' as const };

  async function saved(isSignedIn: boolean, isConfirmed = true) {
    const kept = new Map<string, string>();
    const secrets = createAccountSecrets({ keychain: memoryKeychain(kept) });
    const book = createConnectionBook({
      clock: stoppedClock(),
      journal: journalOf(),
      state: createPublishedState(emptyState),
      secrets,
      forgetSecrets: createForgetSecrets({ secrets, keyPairs: { forget: async () => ({ kind: 'ok' }) } }),
      newId: () => 'id1',
      allowLoopback: false,
      documentsFolder: '/documents',
      given: null,
      isOnlyGiven: false,
      isInUse: () => false,
      onChanged: () => {},
      confirmAdminPage: async () => isConfirmed,
    });
    await book.save(fields, 'client secret');
    if (isSignedIn) {
      await secrets.savePassword({ id: 'id1', environment: 'production' }, new Secret('password'));
      book.change('id1', { signedIn: 'yes', username: 'service-1' });
    }
    return { book, kept };
  }

  test('needs its client secret anew for other addresses', async () => {
    const { book, kept } = await saved(false);
    const elsewhere = { ...fields, auth: 'https://elsewhere.example' };
    expect(await book.save(elsewhere, '', 'id1')).toMatchObject({ ok: false });
    expect(await book.save({ ...elsewhere, clientForm: 'public' }, '', 'id1')).toMatchObject({ ok: true });
    expect([...kept]).toEqual([]);
  });

  test('takes no password along to another service', async () => {
    const { book, kept } = await saved(true);
    const elsewhere = { ...fields, base: 'https://elsewhere.example/api/v1' };
    expect(await book.save(elsewhere, 'new secret', 'id1')).toMatchObject({ ok: true });
    expect([...kept.values()]).toEqual(['new secret']);
  });

  test('keeps its admin page until a person confirms another', async () => {
    const { book } = await saved(true, false);
    const elsewhere = { ...fields, admin: 'https://elsewhere.example' };
    expect(await book.save(elsewhere, '', 'id1')).toMatchObject({ problem: { key: 'admin-page-kept' } });
    expect(book.find('id1')?.fields.admin).toBe(fields.admin);
  });
});

test('the password of a proxy is heard by the proxy that a person typed it for, alone', async () => {
  const credentials = { username: 'anna', password: 'right' };
  const own = await startHttpProxy({ credentials });
  const stranger = await startHttpProxy({ credentials });
  onTestFinished(async () => {
    await own.close();
    await stranger.close();
  });
  let used = own;
  const network = createNetwork({
    settings: journalOf().settings,
    keychain: memoryKeychain(),
    state: createPublishedState(emptyState),
    proxyFor: async () => `PROXY 127.0.0.1:${used.port}`,
    allowLoopback: false,
  });
  onTestFinished(() => network.close());
  const here = () => `http://127.0.0.1:${used.port}`;
  const ask = () => network.http.send({ method: 'GET', url: 'https://a.example/', headers: {}, maxAnswerBytes: 1_000 });
  const notAsking = { problem: { key: 'proxy-not-asking' } };
  expect(await network.setProxy('anna', new Secret('right'), here())).toMatchObject(notAsking);
  await ask();
  expect(await network.setProxy('anna', new Secret('right'), here())).toEqual({ ok: true });
  await ask();
  expect(own.passwords()).not.toEqual([]);
  used = stranger;
  expect(await ask()).toMatchObject({ problem: { kind: 'proxy-credentials' } });
  expect(stranger.passwords()).toEqual([]);
});

describe('an answer', () => {
  const other = jsonResponse({ documentId: '00000000-4f2b-4f4e-9f43-111122223333', documentStatus: 'signed' });
  const client = createSigningClient({
    http: fakeHttp(({ url }) =>
      url.endsWith('/token') ? jsonResponse({ access_token: 'token', expires_in: 900 }) : other,
    ),
    clock: { now: () => 1 },
    addresses: { base: 'https://sign.example/api/v1/', auth: 'https://id.example' },
    credentials: async () =>
      success({ username: 'u', password: new Secret('pass-word'), client: { form: 'public', clientId: 'c' } }),
  });
  const id = '0c1e4cd1-4f2b-4f4e-9f43-111122223333';

  test('about another document shows nothing of this one', async () => {
    expect(await client.details(id)).toMatchObject({ ok: false, failure: { kind: 'unexpected-answer' } });
  });

  test('about another document proves nobody added', async () => {
    const added = await client.addSignee(id, { email: 'a@x.example' });
    expect(added).toMatchObject({ ok: false, failure: { certainty: 'unclear' } });
  });
});
