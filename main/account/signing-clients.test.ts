import { expect, test } from 'vitest';
import { Secret } from '../signing/secret.ts';
import { fakeHttp, jsonResponse, response } from '../signing/testing/fake-http.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { systemClock } from '../time/clock.ts';
import { createAccountSecrets } from './account-secrets.ts';
import { createSigningClients } from './signing-clients.ts';
import { sampleConnection } from './testing/sample-connection.ts';

test('a client secret that the keychain has lost is asked for again, and not only the password', async () => {
  const { environment } = sampleConnection.fields;
  const secrets = createAccountSecrets({ keychain: memoryKeychain(new Map()) });
  const ref = { id: 'c', environment };
  await secrets.savePassword(ref, new Secret('password'));
  await secrets.saveClientSecret(ref, new Secret('client'));
  const lost: string[] = [];
  const asked: string[] = [];
  const http = {
    send: async ({ url }: { readonly url: string }) => {
      asked.push(url);
      return { kind: 'notSent', problem: { kind: 'unreachable', details: '' } } as const;
    },
  };
  const fields = { ...sampleConnection.fields, clientForm: 'client-secret' as const };
  const clients = createSigningClients({
    http,
    practiceHttp: http,
    clock: systemClock,
    secrets,
    keyPairs: { privateKey: async () => ({ kind: 'none' }) },
    find: (id) => ({ ...sampleConnection, id, fields, username: 'service-1' }),
    onSecretLost: (id) => void lost.push(id),
    allowLoopback: false,
  });
  await clients.of('c')?.signIn();
  expect([asked.length, lost]).toEqual([1, []]);
  await secrets.forget(ref);
  await secrets.savePassword(ref, new Secret('another'));
  expect(await clients.of('c')?.signIn()).toMatchObject({ ok: false, failure: { kind: 'credentials-missing' } });
  expect([asked.length, lost]).toEqual([1, ['c']]);
});

test.each([
  ['lost', { kind: 'lost' }],
  ['corrupt', { kind: 'corrupt', detail: '' }],
] as const)('a key pair whose sealing key is %s needs a new pair: a new password is no help', async (_what, key) => {
  const secrets = createAccountSecrets({ keychain: memoryKeychain(new Map()) });
  await secrets.savePassword({ id: 'c', environment: 'production' }, new Secret('password'));
  const unused = { send: () => Promise.reject(new Error('Nothing is sent.')) };
  const clients = createSigningClients({
    http: unused,
    practiceHttp: unused,
    clock: systemClock,
    secrets,
    keyPairs: { privateKey: async () => key },
    find: (id) => ({ ...sampleConnection, id, fields: { ...sampleConnection.fields, clientForm: 'signed-assertion' } }),
    onSecretLost() {},
    allowLoopback: false,
  });
  const outcome = await clients.of('c')?.signIn();
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'key-unusable' } });
});

test('what the service asked one connection to wait for, another one waits for too', async () => {
  const { environment } = sampleConnection.fields;
  const secrets = createAccountSecrets({ keychain: memoryKeychain(new Map()) });
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const id of ['c', 'c2']) await secrets.savePassword({ id, environment }, new Secret('password'));
  const http = fakeHttp(({ url }) =>
    url.endsWith('/token')
      ? jsonResponse({ access_token: 't', expires_in: 86_400 })
      : response(503, '', { 'retry-after': '600' }),
  );
  const clients = createSigningClients({
    http,
    practiceHttp: http,
    clock: systemClock,
    secrets,
    keyPairs: { privateKey: async () => ({ kind: 'none' }) },
    find: (id) => ({ ...sampleConnection, id }),
    onSecretLost() {},
    allowLoopback: false,
  });
  const asked = () => http.sent.filter(({ url }) => url.includes('/documents/')).length;
  for (const id of ['c', 'c2'])
    expect(await clients.of(id)?.details('d1')).toMatchObject({ failure: { kind: expect.any(String) } });
  expect(asked()).toBe(1);
});
