import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, chromium } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { docx } from '../../main/intake/testing/sample-files.ts';
import { limits } from '../../preload/contract/limits.ts';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import { findChromium } from '../standin/chromium.ts';
import type { App } from './app-handle.ts';
import { launchApp } from './launch-app.ts';
import { connect, connectionFileIn } from './onboarding.ts';
import { contract, encrypted } from './preview/samples.ts';

let home: string;
let docs: string;
let service: PracticeService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  docs = join(home, 'documents');
  mkdirSync(docs);
  service = await startPracticeService({ polling: '429-seconds' });
});
afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const launch = () =>
  launchApp({
    home: join(home, 'app'),
    args: ['--connection', connectionFileIn(home, service.connection)],
    locale: 'en-GB',
  });

function put(name: string, content: Uint8Array | string): string {
  const path = join(docs, name);
  writeFileSync(path, content);
  return path;
}

const middle = { x: 600, y: 400 };
const sheet = (app: App) => app.page.getByRole('dialog', { name: 'Send for signing' });
const button = (app: App, name: string | RegExp) => app.page.getByRole('button', { name, exact: true });
const row = (app: App, name: string) => app.page.getByRole('row').filter({ hasText: name });
const signees = (app: App) => app.page.getByRole('combobox', { name: 'Add signees' });
/** Where the keyboard is. */
const at = (app: App) =>
  app.page.evaluate(() => {
    const here = document.activeElement;
    return here?.getAttribute('aria-label') ?? here?.textContent ?? '';
  });

/** The window of the service passes, for the service and for what the app wrote down of it. */
function nextWindow(): void {
  service.clock.advance(limits.pollingMs);
  service.tokens.clientRestarted();
  using database = new DatabaseSync(join(home, 'app', 'journal.sqlite'));
  database.prepare('UPDATE deadline SET at = at - ?').run(limits.pollingMs);
}

/** As a signee does it: from the invitation to the button on the page. */
async function signAs(browser: Browser, email: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${service.url}/mail`);
  await page.getByRole('link', { name: `Open the document as ${email}` }).click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByText('You have signed this document.').waitFor();
  await page.close();
}

async function bothSign(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    await signAs(browser, 'anna@muster.ch');
    await signAs(browser, 'beat@frei.ch');
  } finally {
    await browser.close();
  }
}

/** One upload, two signees in order, one start, and nothing against the contract. */
function expectSentOnce(): void {
  const [document, ...others] = service.documents.all();
  expect(others).toEqual([]);
  const id = document?.documentId ?? '';
  expect(service.records.requests.filter(({ operation }) => operation === 'upload')).toHaveLength(1);
  expect(service.records.signeesOf(id)).toMatchObject([
    { email: 'anna@muster.ch', signOrder: 0 },
    { email: 'beat@frei.ch', signOrder: 1 },
  ]);
  expect(service.records.startsOf(id)).toBe(1);
  expect(service.records.breaches).toEqual([]);
}

async function expectSignedAfterTheNextCheck(app: App, name: string): Promise<void> {
  await row(app, name).getByRole('button', { name: 'Send now' }).click();
  await row(app, name).getByText('Started · 2 people').waitFor();
  expectSentOnce();
  await bothSign();
  await app.quit();
  expect(app.problems()).toEqual([]);
  nextWindow();
  await using later = await launch();
  await row(later, name).getByText('Signed').first().waitFor();
  expectSentOnce();
  expect(later.problems()).toEqual([]);
}

describe('from a file to two signatures', () => {
  test('by mouse', async () => {
    await using app = await launch();
    await connect(app, service);
    await app.drop(middle, [put('Contract.pdf', await contract(3))]);
    await sheet(app).getByText('0 signature fields found').waitFor();
    await sheet(app).getByRole('region', { name: 'Page 1 of 3' }).waitFor();
    await signees(app).click();
    await signees(app).fill('Anna Muster <anna@muster.ch>; beat@frei.ch');
    await button(app, 'Add').click();
    await sheet(app).getByText('Everything is ready.').waitFor();
    await button(app, 'Send to 2 people').click();
    await expectSignedAfterTheNextCheck(app, 'Contract.pdf');
  });

  test('by keyboard alone', async () => {
    await using app = await launch();
    await connect(app, service);
    const { keyboard } = app.page;
    const path = put('Lease.pdf', await contract(1));
    await app.answerDialog({ dialog: 'open', paths: [path] });
    await keyboard.press('n');
    await sheet(app).waitFor();
    await expect.poll(() => at(app)).toBe('Add signees');
    // Whoever sends before anything is said learns what is missing, and is led there.
    const tabTo = async (name: string) => {
      for (let step = 0; step < 40 && (await at(app)) !== name; step += 1) await keyboard.press('Tab');
      expect(await at(app)).toBe(name);
    };
    await tabTo('Send');
    await keyboard.press('Enter');
    await sheet(app).getByText('Nobody is named to sign.').waitFor();
    await expect.poll(() => at(app)).toBe('Add signees');
    await keyboard.type('beat@frei.ch');
    await keyboard.press('Enter');
    await keyboard.type('anna@muster.ch');
    await keyboard.press('Enter');
    await row(app, 'Step 2').waitFor();
    // In the wrong order: the second goes before the first.
    await keyboard.press('Shift+Tab');
    for (let step = 0; step < 12 && !(await at(app)).includes('anna'); step += 1) await keyboard.press('Shift+Tab');
    await keyboard.press('Alt+ArrowUp');
    await tabTo('Send to 2 people');
    await keyboard.press('Enter');
    await sheet(app).waitFor({ state: 'detached' });
    await expectSignedAfterTheNextCheck(app, 'Lease.pdf');
  });
});

describe('what cannot be sent', () => {
  test('is told at its file, and the others go on', async () => {
    await using app = await launch();
    await connect(app, service);
    const whole = await contract(1);
    const large = put('Large.pdf', whole);
    truncateSync(large, limits.fileBytes + 1);
    const gone = put('Gone.pdf', await samplePdf({ title: 'Gone' }));
    await app.drop(middle, [
      put('Fine.pdf', whole),
      put('Renamed.pdf', `MZ\u0090\u0000${'\u0000'.repeat(200)}This program cannot be run in DOS mode.`),
      put('Empty.pdf', ''),
      large,
      put('Locked.pdf', await encrypted()),
      put('Half.pdf', whole.subarray(0, whole.length / 2)),
      put('Word.pdf', docx),
      gone,
    ]);
    const line = (name: string) => sheet(app).getByRole('row').filter({ hasText: name });
    await sheet(app).getByText('2 files were not added; the others go on.').waitFor();
    await sheet(app).getByText('Empty.pdf This file is empty').waitFor();
    await sheet(app).getByText('Large.pdf This file is larger than 40 MB').waitFor();
    await line('Renamed.pdf').getByText('This is a program, not a document').waitFor();
    await line('Half.pdf').getByText('This file is not complete').waitFor();
    await line('Locked.pdf').getByText('encrypted').waitFor();
    await line('Word.pdf').getByText('name does not fit the content').waitFor();

    await signees(app).fill('anna@muster.ch');
    await signees(app).press('Enter');
    await sheet(app).getByText('Ready: 4 of 6').waitFor();
    await button(app, 'Leave these 2 files out').click();
    rmSync(gone);
    // The last look finds it, before anything is handed over.
    await button(app, 'Send 4 documents').click();
    await sheet(app).getByText('Nothing was sent yet: 1 file can no longer be sent.').waitFor();
    await line('Gone.pdf').getByText('disappeared').waitFor();
    expect(service.records.requests.filter(({ operation }) => operation === 'upload')).toEqual([]);
    await button(app, 'Leave this file out').click();
    await line('Fine.pdf').getByRole('button', { name: 'Leave out Fine.pdf' }).click();
    await button(app, 'Send 2 documents').waitFor();
    await line('Fine.pdf').getByRole('button', { name: 'Take along Fine.pdf' }).click();
    await button(app, 'Upload as draft').click();
    await sheet(app).waitFor({ state: 'detached' });
    for (const name of ['Fine.pdf', 'Word.pdf', 'Locked.pdf']) await row(app, name).waitFor();
    expect(await row(app, 'Renamed.pdf').count()).toBe(0);
    await expect.poll(() => service.documents.all().length).toBe(3);
    expect(service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('a folder of a thousand files opens as a list, one more is told; each can differ', async () => {
    await using app = await launch();
    await connect(app, service);
    const folder = join(docs, 'many');
    mkdirSync(folder);
    const content = await samplePdf({ title: 'Many' });
    for (let number = 1; number <= 1_000; number += 1)
      writeFileSync(join(folder, `Letter ${String(number).padStart(4, '0')}.pdf`), content);
    await app.drop(middle, [folder]);
    await sheet(app).getByRole('row', { name: 'Letter 0001.pdf' }).waitFor();
    await app.drop(middle, [put('One more.pdf', content)]);
    await sheet(app).getByText('One more.pdf More than 1,000 files at once are not possible.').waitFor();
    await signees(app).fill('anna@muster.ch');
    await signees(app).press('Enter');
    await sheet(app).getByText('Ready: 1,000 of 1,000').waitFor();
    await button(app, 'Send 1,000 documents').waitFor();

    await sheet(app).getByRole('row', { name: 'Letter 0002.pdf' }).click();
    await button(app, 'Different for this file…').click();
    const differ = app.page.getByRole('dialog', { name: 'Only for Letter 0002.pdf' });
    await differ.getByRole('textbox', { name: 'Comment' }).fill('Yours alone');
    await differ.getByRole('button', { name: 'Use for this file' }).click();
    await sheet(app).getByRole('row', { name: 'Letter 0002.pdf' }).getByText('differs from the others').waitFor();
    expect(app.problems()).toEqual([]);
  });
});

describe('what is kept', () => {
  test('one that is prepared can be changed before it is sent', async () => {
    await using app = await launch();
    await connect(app, service);
    await app.drop(middle, [put('Plan.pdf', await contract(1))]);
    await signees(app).fill('anna@muster.ch');
    await signees(app).press('Enter');
    await button(app, 'Keep for later').click();
    await row(app, 'Plan.pdf').getByText('Prepared: waits for you').waitFor();
    expect(service.documents.all()).toEqual([]);

    await row(app, 'Plan.pdf').click();
    await app.page.getByRole('complementary').getByRole('button', { name: 'Change…' }).click();
    const change = app.page.getByRole('dialog', { name: 'Change before sending' });
    await change.getByText('Countersign already has a safe copy of this file.').waitFor();
    await signees(app).fill('beat@frei.ch');
    await signees(app).press('Enter');
    await button(app, 'Send to 2 people').click();
    await change.waitFor({ state: 'detached' });
    await row(app, 'Plan.pdf').getByText('Started · 2 people').waitFor();
    expectSentOnce();
    expect(app.problems()).toEqual([]);
  });

  test('what was chosen is saved as a profile, and applied to the next file in one gesture', async () => {
    await using app = await launch();
    await connect(app, service);
    await app.drop(middle, [put('First.pdf', await contract(1))]);
    await signees(app).fill('Anna <anna@muster.ch>; beat@frei.ch');
    await signees(app).press('Enter');
    await app.page.getByText('Advanced', { exact: true }).click();
    await button(app, 'Save as profile…').click();
    await app.page.getByRole('textbox', { name: 'Name of the profile' }).fill('Contracts');
    await app.page.keyboard.press('Enter');
    await sheet(app).getByText('The profile Contracts is saved.').waitFor();
    await button(app, 'Upload as draft').click();
    await row(app, 'First.pdf').getByText('Draft', { exact: true }).waitFor();

    await app.drop(middle, [put('Next.pdf', await contract(1))]);
    await sheet(app).getByRole('combobox', { name: 'Profile' }).selectOption('Contracts');
    await button(app, 'Send to 2 people').waitFor();
    await button(app, 'Undo the profile').click();
    await button(app, 'Send').waitFor();
    await sheet(app).getByRole('combobox', { name: 'Profile' }).selectOption('Contracts');
    await button(app, 'Upload as draft').click();
    await row(app, 'Next.pdf').getByText('Draft', { exact: true }).waitFor();
    await expect
      .poll(() => service.documents.all().map(({ signatureMode }) => signatureMode))
      .toEqual(['advanced', 'advanced']);
    expect(service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  });
});

describe('the sheet', () => {
  test('asks before it throws away what was typed, and can be opened again', async () => {
    await using app = await launch();
    await connect(app, service);
    await app.drop(middle, [put('Offer.pdf', await contract(1))]);
    await expect.poll(() => at(app)).toBe('Add signees');
    await app.page.keyboard.press('Escape');
    await sheet(app).waitFor({ state: 'detached' });
    await button(app, 'Open again').click();
    await signees(app).fill('anna@muster.ch');
    await signees(app).press('Enter');
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('alertdialog', { name: 'Close without sending?' }).waitFor();
    await app.page.keyboard.press('Enter');
    await expect.poll(() => at(app)).toBe('Add signees');
    await app.page.keyboard.press('Escape');
    await button(app, 'Close without sending').click();
    await app.page.getByText('Offer.pdf was not sent.').waitFor();
    await button(app, 'Open again').click();
    await button(app, 'Send to 1 person').waitFor();
    expect(app.problems()).toEqual([]);
  });

  test('takes over who is named in the fields of the document, in their order', async () => {
    await using app = await launch();
    await connect(app, service);
    const field = { width: 200, height: 50, y: 130 };
    const fields = [
      { ...field, email: 'beat@frei.ch', order: 1, x: 330 },
      { ...field, email: 'anna@muster.ch', order: 0, x: 60 },
    ];
    await app.drop(middle, [put('Fields.pdf', await samplePdf({ title: 'Fields', fields }))]);
    await button(app, 'Take over these people').focus();
    await app.page.keyboard.press('Enter');
    // The button goes with what it did; the keyboard stays in its part of the sheet.
    await expect.poll(() => at(app)).toBe('Add files…');
    const list = sheet(app).getByRole('grid', { name: 'Signees' });
    await expect.poll(() => list.getByRole('textbox', { name: 'Address' }).count()).toBe(2);
    const addresses = await list
      .getByRole('textbox', { name: 'Address' })
      .evaluateAll((all) => all.map((one) => (one instanceof HTMLInputElement ? one.value : '')));
    expect(addresses).toEqual(['anna@muster.ch', 'beat@frei.ch']);
    await sheet(app).getByRole('list', { name: 'Signature fields on this page' }).waitFor();
    expect(service.records.breaches).toEqual([]);
  });

  test('files that are pasted come in, also where somebody types and where they have no path', async () => {
    await using app = await launch();
    await connect(app, service);
    const paste = (name: string, content: Uint8Array) =>
      app.page.evaluate(
        ([title, bytes]) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([new Uint8Array(bytes)], title));
          const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
          (document.activeElement ?? document.body).dispatchEvent(event);
        },
        [name, [...content]] as const,
      );
    await paste('From mail.pdf', await contract(1));
    await sheet(app).getByText('From mail.pdf').first().waitFor();
    await expect.poll(() => at(app)).toBe('Add signees');
    await paste('Nothing.pdf', new Uint8Array());
    await sheet(app).getByText('Nothing.pdf This file is empty').waitFor();
    await paste('Second.pdf', await contract(1));
    await sheet(app).getByRole('row', { name: 'Second.pdf' }).waitFor();
    await button(app, 'Upload as draft').click();
    await expect
      .poll(() =>
        service.documents
          .all()
          .map(({ documentName }) => documentName)
          .toSorted(),
      )
      .toEqual(['From mail.pdf', 'Second.pdf']);
    expect(app.problems()).toEqual([]);
  });
});
