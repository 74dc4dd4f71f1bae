/** What the practice service signs, from sending to `countersign check` of the saved copy. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runToEnd } from '../standin/start.ts';
import type { App } from './app-handle.ts';
import { handFor } from './hand.ts';
import { buttonOf, goSettings, undoFor } from './on-page.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();
const main = join(import.meta.dirname, '../../out/main/main.js');
const emails = ['anna@example.test', 'beat.probe@example.test'];

/** `countersign check`, as a program and as a person reads it. */
async function check(path: string) {
  const run = (...more: readonly string[]) =>
    runToEnd({ main, args: [`--user-data-dir=${join(stage.home, 'other')}`, 'check', path, ...more], cwd: stage.home });
  const { code, output } = await run('--json');
  const line = output.split('\n').find((one) => one.startsWith('{"version"'));
  const { signatures } = z
    .object({
      signatures: z.array(z.object({ isPractice: z.boolean(), signer: z.object({ name: z.string() }).nullable() })),
    })
    .parse(JSON.parse(line ?? ''));
  return { code, signers: signatures.map((one) => [one.signer?.name, one.isPractice]), said: (await run()).output };
}

/** The app saves signed copies in this folder. */
async function saveInto(app: App): Promise<string> {
  const folder = join(stage.home, 'Signed');
  await app.page.getByText(t('documents.emptyTitle')).waitFor();
  mkdirSync(folder);
  await goSettings(app, 'storage');
  await app.answerDialog({ dialog: 'open', paths: [folder] });
  await buttonOf(app, t('settings.changeFolder')).click();
  await app.page.getByText(folder).waitFor();
  await undoFor(app, 0);
  return folder;
}

/** Sends a document that everybody signs on the pages of the service. */
async function sendAndSign(app: App, name: string): Promise<string> {
  const find = () => stage.service.documents.all().find(({ documentName }) => documentName === name);
  await handFor(app, 'send', { mode: 'advanced', emails }, name);
  await expect.poll(() => find()?.documentStatus).toBe('in-progress');
  const id = find()?.documentId ?? '';
  for (const { key } of stage.service.records.signeesOf(id)) {
    const body = new URLSearchParams({ action: 'sign' });
    // oxlint-disable-next-line no-await-in-loop -- one person after the other
    await fetch(`${stage.service.url}/sign/${key}`, { method: 'POST', body });
  }
  expect(find()?.documentStatus).toBe('signed');
  return id;
}

const signers = [
  ['Anna Muster (ÜBUNG / PRACTICE)', true],
  ['Beat Probe (ÜBUNG / PRACTICE)', true],
];

test('the saved copy is signed by everybody who signed, for practice', async () => {
  await using app = await stage.connected();
  const folder = await saveInto(app);
  const id = await sendAndSign(app, 'Lease.pdf');
  await passPollingWindow(app, stage);
  await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.pdf')) ?? '');
  expect(readFileSync(path).equals(await stage.service.documents.contentOf(id))).toBe(true);
  expect(readFileSync(path).indexOf(readFileSync(join(stage.home, 'Lease.pdf')))).toBe(0);
  const checked = await check(path);
  expect(checked).toMatchObject({ code: 0, signers });
  expect(checked.said).toContain(t('signatures.state.intact'));
  expect(checked.said).toContain(t('signatures.practice'));
  expect(app.problems()).toEqual([]);
});
