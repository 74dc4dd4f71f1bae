import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { launchApp } from './launch-app.ts';
import { connect, connectionFileIn } from './onboarding.ts';
import { asLines, listen, said } from './voice.ts';

let home: string;
let service: PracticeService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  service = await startPracticeService({ polling: '429-seconds' });
});
afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const count = 200;
const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0] ?? 1);

test('two hundred files are dropped and sent: a few sentences, none of them twice, nobody left out', {
  timeout: 180_000,
}, async () => {
  await using app = await launchApp({
    home: join(home, 'app'),
    args: ['--connection', connectionFileIn(home, service.connection)],
    locale: 'en-GB',
  });
  await connect(app, service);
  const { page } = app;
  await page.evaluate(() => window.countersign.settings.undo({ seconds: 0 }));
  const folder = join(home, 'letters');
  mkdirSync(folder);
  for (let number = 1; number <= count; number += 1)
    writeFileSync(join(folder, `Letter ${number}.pdf`), await samplePdf({ title: `Letter ${number}` }));

  await listen(app);
  await app.drop({ x: 600, y: 400 }, [folder]);
  const sheet = page.getByRole('dialog', { name: 'Send for signing' });
  const signees = page.getByRole('combobox', { name: 'Add signees' });
  await signees.fill('anna@muster.ch');
  await signees.press('Enter');
  await sheet.getByText(`Ready: ${count} of ${count}`).waitFor();
  await page.getByRole('button', { name: `Send ${count} documents`, exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  const handing = await said(app);
  const news = async () => (await said(app)).filter(({ text }) => /\bsent\./.test(text));
  const readOut = async () => (await news()).reduce((sum, { text }) => sum + numberIn(text), 0);
  await expect.poll(readOut, { timeout: 120_000 }).toBe(count);

  const all = await said(app);
  const lines = asLines(all);
  process.stdout.write(`${lines}\n`);
  // Until they are in the list: how many came, who was added, how they stand, that they go.
  expect(handing.length, lines).toBeLessThanOrEqual(7);
  const texts = handing.map(({ text }) => text);
  expect(
    texts.filter((text, index) => texts.indexOf(text) !== index || !/\p{L}{3}/u.test(text)),
    lines,
  ).toEqual([]);
  // Then together what has been sent, with time in between to hear the rest.
  const sent = await news();
  expect(all.length, lines).toBe(handing.length + sent.length);
  const pauses = sent.slice(1).map(({ ms }, index) => ms - (sent[index]?.ms ?? 0));
  expect(
    pauses.filter((ms) => ms < 5_000),
    lines,
  ).toEqual([]);
  expect(app.problems()).toEqual([]);
});
