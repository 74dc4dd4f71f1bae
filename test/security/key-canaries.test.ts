import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccountSecrets } from '../../main/account/account-secrets.ts';
import { createKeyPairs } from '../../main/account/keys/key-pairs.ts';
import { nameOf } from '../../main/electron/state-folder.ts';
import { keychainOfFolder } from '../../main/keychain/folder-keychain.ts';
import { createKeytarKeychain } from '../../main/keychain/keytar-keychain.ts';
import { systemClock } from '../../main/time/clock.ts';
import { next } from '../e2e/onboarding.ts';
import { pattern, t } from '../e2e/texts.ts';
import { type Canaries, canariesIn, canariesInFiles, canariesInProcesses } from './canary-search.ts';
import { startWatchedApp, type WatchedApp } from './watched-app.ts';

/** Asked of the keychain and the sealed file, as the app itself does. */
async function secretsOfKey({ app, home }: WatchedApp): Promise<Canaries> {
  const snapshot = await app.page.evaluate(() => window.countersign.state.get());
  const connection = snapshot.ok ? snapshot.value.state.connections[0] : undefined;
  if (!connection) throw new Error('The connection was not saved');
  const ref = { id: connection.id, environment: connection.fields.environment };
  const folder = join(home, 'app');
  const keychain = keychainOfFolder(createKeytarKeychain({ clock: systemClock }), folder, () => nameOf(folder));
  const secrets = createAccountSecrets({ keychain });
  const keyPairs = createKeyPairs({ folder: join(home, 'app/keys'), secrets, now: Date.now });
  const key = await keyPairs.privateKey(ref);
  const seal = await secrets.loadSealingKey(ref);
  if (key.kind !== 'ok' || seal.kind !== 'ok') throw new Error(`No key: ${key.kind}, ${seal.kind}`);
  const { d = '', p = '' } = createPrivateKey(key.pem.reveal()).export({ format: 'jwk' });
  // A line of its own: breaks are written in as many ways as there are formats.
  const [, , line = ''] = key.pem.reveal().split('\n');
  return { 'private exponent': d, prime: p, 'line of the PEM': line, 'sealing key': seal.secret.reveal() };
}

test('a private key and what it is sealed with are in the keychain and nowhere else', async () => {
  await using watched = await startWatchedApp((service) => service.connectionOf('signed-assertion'));
  const { app, service, home, recording, type } = watched;
  const press = (name: string) => app.page.getByRole('button', { name, exact: true }).click();
  await next(app);
  await app.page.getByText(t('keys.bits', { bits: '2048' })).click();
  await press(t('keys.create'));
  await app.page.getByText(pattern('keys.current')).waitFor();
  await press(t('keys.copy'));
  await app.page.getByText(t('keys.copied')).waitFor();
  service.clients.setKeys(JSON.parse(await app.clipboard.get()));
  const user = service.people.createServiceUser('signed-assertion');
  await type(t('signIn.paste'), `${user.username}\n${user.password}`);
  await next(app);
  await app.page.getByText(pattern('signIn.recognised')).waitFor();
  await press(t('signInTest.finish'));
  await app.page.getByText(t('documents.emptyTitle')).waitFor();

  const canaries = await secretsOfKey(watched);
  for (const secret of Object.values(canaries)) expect(secret.length).toBeGreaterThan(40);
  const messages = recording.lines('asked', 'answered', 'told').join('\n');
  expect(messages).toContain('"bits":2048');
  expect(canariesIn(messages, canaries)).toEqual([]);
  expect(canariesIn(await watched.heap(), canaries)).toEqual([]);
  expect(canariesIn(await app.clipboard.get(), canaries)).toEqual([]);
  expect(canariesInProcesses(canaries)).toEqual([]);
  expect(canariesInFiles(home, canaries)).toEqual([]);
});
