import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type PracticeService, startPracticeService } from '../practice-service/practice-service.ts';
import type { App } from './app-handle.ts';
import { launchApp } from './launch-app.ts';
import { connect, connectionFileIn } from './onboarding.ts';

let home: string;
let service: PracticeService;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  service = await startPracticeService();
});
afterAll(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

async function launch(name: string): Promise<App> {
  const args = ['--connection', connectionFileIn(home, service.connection)];
  const app = await launchApp({ home: join(home, name), args, locale: 'en-GB' });
  await connect(app, service);
  return app;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const go = (page: Page, screen: string) => page.getByRole('navigation').getByRole('button', { name: screen }).click();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

const profileFile = z.object({
  format: z.literal('countersign-profile'),
  version: z.literal(1),
  name: z.string(),
  choices: z.looseObject({
    mode: z.string(),
    extra: z.unknown(),
    signees: z.array(z.looseObject({ email: z.string() })),
  }),
});
const readProfile = (file: string) => profileFile.parse(JSON.parse(readFileSync(file, 'utf8')));

const cards = (page: Page) => page.getByRole('list', { name: 'Profiles of this connection' }).getByRole('heading');

async function addSignee(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Add signees' });
  await field.fill(text);
  await field.press('Enter');
}

describe('profiles', () => {
  test('are made, changed, copied, chosen for new documents, and deleted after a question', async () => {
    await using app = await launch('life');
    const { page } = app;
    await go(page, 'Profiles');
    await page.getByRole('heading', { name: 'No profiles yet' }).waitFor();

    await button(page, 'New profile').click();
    expect(await focused(page)).toBe('New profile');
    // Without a name, and with somebody who is not in the list yet, nothing is saved, and it is said why.
    await page.getByRole('combobox', { name: 'Add signees' }).fill('Anna Muster <anna@muster.ch>');
    await button(page, 'Save').click();
    await page.getByText('The profile needs a name.').waitFor();
    await page.getByLabel('Name of the profile').fill('Contracts');
    await button(page, 'Save').click();
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('combobox', { name: 'Add signees' }).press('Enter');
    await addSignee(page, 'beat@frei.ch');
    await page.getByText('In order', { exact: true }).click();
    await page.getByText('Qualified', { exact: true }).click();
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Comment').fill('As agreed');
    await page.getByLabel('Further parameters of the service').fill('{"callback": "x"');
    await page.getByText('This is not valid JSON.').waitFor();
    await page.getByLabel('Further parameters of the service').fill('{"callback": "x"}');
    await button(page, 'Save').click();
    await page.getByText('The profile Contracts is saved.').waitFor();
    expect(await focused(page)).toBe('Edit: Contracts');
    await page.getByText('Qualified · Swiss (ZertES)').waitFor();
    await page.getByText('Anna Muster, beat@frei.ch – in order').waitFor();

    await button(page, 'Duplicate: Contracts').click();
    await expect.poll(() => cards(page).allTextContents()).toEqual(['Contracts', 'Contracts (2)']);
    await expect.poll(() => focused(page)).toBe('Edit: Contracts (2)');
    await button(page, 'Edit: Contracts (2)').click();
    // Everything came along, the names too.
    expect(await page.getByLabel('Comment').inputValue()).toBe('As agreed');
    expect(await page.getByRole('row', { name: 'Anna Muster' }).count()).toBe(1);
    await page.getByLabel('Name of the profile').fill('CONTRACTS');
    await button(page, 'Save').click();
    await page.getByRole('alert').getByText('There is a profile named CONTRACTS already.').waitFor();
    await page.getByLabel('Name of the profile').fill('Offers');
    await page.getByText('Start new documents with this profile').click();
    // Another screen and back: what was typed is still there.
    await go(page, 'Documents');
    await go(page, 'Profiles');
    expect(await page.getByLabel('Name of the profile').inputValue()).toBe('Offers');
    await button(page, 'Save').click();
    await expect.poll(() => cards(page).allTextContents()).toEqual(['Contracts', 'Offers']);
    const chip = page.getByText('New documents start with it');
    expect(await page.getByRole('listitem').filter({ has: chip }).getByRole('heading').allTextContents()).toEqual([
      'Offers',
    ]);
    await button(page, 'Start with it: Contracts').click();
    await expect
      .poll(() => page.getByRole('listitem').filter({ has: chip }).getByRole('heading').allTextContents())
      .toEqual(['Contracts']);

    await button(page, 'Edit: Offers').click();
    await page.getByLabel('Comment').fill('Changed');
    await button(page, 'Cancel').click();
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
    await button(page, 'Leave without saving').click();
    await expect.poll(() => focused(page)).toBe('Edit: Offers');

    await button(page, 'Delete…: Offers').click();
    const question = page.getByRole('alertdialog', { name: 'Delete the profile Offers?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Delete…: Offers').click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Offers was deleted.').waitFor();
    expect(await cards(page).allTextContents()).toEqual(['Contracts']);
    expect(app.problems()).toEqual([]);
    await app.quit();

    await using again = await launchApp({ home: app.home, locale: 'en-GB' });
    await go(again.page, 'Profiles');
    await again.page.getByText('Anna Muster, beat@frei.ch – in order').waitFor();
    await again.page.getByText('New documents start with it').waitFor();
  });

  test('go to a file and come from one; a file that is none, or is newer, is told', async () => {
    await using app = await launch('files');
    const { page } = app;
    await go(page, 'Profiles');
    await button(page, 'New profile').click();
    await page.getByLabel('Name of the profile').fill('NDA: "2025"');
    await addSignee(page, 'Anna Muster <anna@muster.ch>');
    await button(page, 'Save').click();
    const file = join(home, 'nda.countersign-profile.json');
    await app.answerDialog({ dialog: 'save', path: file });
    await button(page, 'Save as a file…: NDA: "2025"').click();
    await page.getByText('NDA: "2025" is saved as a file.').waitFor();
    const saved = readProfile(file);
    expect(saved).toMatchObject({
      name: 'NDA: "2025"',
      choices: { mode: 'timestamp', signees: [{ email: 'anna@muster.ch' }] },
    });
    expect(JSON.stringify(saved)).not.toMatch(/isDefault|connection/);

    writeFileSync(
      file,
      JSON.stringify({ ...saved, choices: { ...saved.choices, extra: { callback: 'https://x.example' } } }),
    );
    await app.answerDialog({ dialog: 'open', paths: [file] });
    await button(page, 'Add from a file…').click();
    // It is there to be looked at, with a word about what it brings.
    await page.getByRole('heading', { name: 'Edit NDA: "2025" (2)' }).waitFor();
    await page.getByText('They can send news of a document to another address.').waitFor();
    expect(await page.getByLabel('Further parameters of the service').isVisible()).toBe(true);
    await button(page, 'Cancel').click();
    expect(await cards(page).allTextContents()).toEqual(['NDA: "2025"', 'NDA: "2025" (2)']);

    const bad: readonly [string, string][] = [
      ['{"format":"countersign-profile","version":2,"choices":[]}', 'This profile comes from a newer Countersign.'],
      ['[1]', 'This is not a profile file.'],
      [
        `{"format":"countersign-profile","version":1,"name":"x","choices":${'['.repeat(200_000)}`,
        'This is not a profile file.',
      ],
    ];
    for (const [text, told] of bad) {
      writeFileSync(file, text);
      await app.answerDialog({ dialog: 'open', paths: [file] });
      await button(page, 'Add from a file…').click();
      await page.getByRole('alert').getByText(told).waitFor();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    }
    await app.answerDialog({ dialog: 'save', path: join(home, 'no such folder', 'x.json') });
    await button(page, 'Save as a file…: NDA: "2025"').click();
    await page.getByRole('alert').getByText('The file could not be saved.').waitFor();
    expect(existsSync(join(home, 'no such folder'))).toBe(false);
    expect(app.problems()).toEqual([]);
  });
});

describe('people', () => {
  const row = (page: Page, name: string) => page.getByRole('grid', { name: 'People' }).getByRole('row', { name });

  test('come from a file or by hand; they are renamed, merged and forgotten, and suggested', async () => {
    await using app = await launch('people');
    const { page } = app;
    await go(page, 'People');
    await page.getByRole('heading', { name: 'Nobody yet' }).waitFor();

    const csv = join(home, 'contacts.csv');
    const lines = [
      'Vorname;Nachname;E-Mail',
      'Anna;Müller;anna@mueller.ch',
      'Anna;Müller;ANNA@privat.ch',
      'Beat;Frei;beat at frei.ch',
      ';;carla@ROSSI.it',
      'Carla;Rossi;carla@rossi.it',
      'Dora;Ohne;',
    ];
    // As Excel saves it on a German Windows.
    writeFileSync(csv, Buffer.from(lines.join('\r\n'), 'latin1'));
    await app.answerDialog({ dialog: 'open', paths: [csv] });
    await button(page, 'Add from a file…').click();
    await page.getByText('3 people were added. 1 was in the list already.').waitFor();
    await page.getByText('2 were not added:').waitFor();
    await page.getByText('Beat Frei · beat at frei.ch').waitFor();
    await page.getByText('Dora Ohne').waitFor();
    await page.getByText('The address is missing.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await row(page, 'Carla Rossi').textContent()).toContain('carla@rossi.it');

    const card = join(home, 'contacts.vcf');
    writeFileSync(card, 'BEGIN:VCARD\nVERSION:3.0\nFN:Emil Gross\nEMAIL:emil@gross.ch\nEND:VCARD\n');
    await app.answerDialog({ dialog: 'open', paths: [card] });
    await button(page, 'Add from a file…').click();
    await row(page, 'Emil Gross').waitFor();

    await button(page, 'New person').click();
    await page.getByRole('textbox', { name: 'Address' }).fill('frida muster.ch');
    await button(page, 'Save').click();
    await page.getByText('There is a space in this address.').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('emil@GROSS.ch');
    await button(page, 'Save').click();
    await page.getByText('This person is in the list already.').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('frida@muster.ch');
    await button(page, 'Save').click();
    await row(page, 'frida@muster.ch').waitFor();

    // By keyboard: Enter opens, Space chooses.
    await row(page, 'frida@muster.ch').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit a person' }).waitFor();
    await page.keyboard.type('Frida Muster');
    await page.keyboard.press('Enter');
    await row(page, 'Frida Muster').waitFor();
    await page.getByText('Frida Muster is saved.').waitFor();

    await page.getByLabel('Search by name or address').fill('muller anna');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('row').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 chosen').waitFor();
    await button(page, 'Merge…').click();
    const merge = page.getByRole('dialog', { name: 'Merge 2 people' });
    await merge.getByText('anna@mueller.ch').click();
    await merge.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Merged into anna@mueller.ch.').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(1);
    await page.getByLabel('Search by name or address').fill('');
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await button(page, 'Choose none').click();

    await row(page, 'Emil Gross').focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('alertdialog', { name: 'Forget Emil Gross?' });
    await question.getByText('Documents already sent are unaffected').waitFor();
    await question.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('1 person forgotten.').waitFor();
    expect(await row(page, 'Emil Gross').count()).toBe(0);

    await go(page, 'Profiles');
    await button(page, 'New profile').click();
    const field = page.getByRole('combobox', { name: 'Add signees' });
    await field.pressSequentially('carl');
    await page.getByRole('option', { name: /Carla Rossi/ }).waitFor();
    await field.fill('emil');
    await page.getByRole('option').waitFor({ state: 'detached' });
    expect(app.problems()).toEqual([]);
  });

  test('five thousand are walked to the end, and found at once', async () => {
    await using app = await launch('many');
    const { page } = app;
    const many = join(home, 'many.csv');
    const people = Array.from(
      { length: 5_000 },
      (_none, at) => `Person ${String(at).padStart(4, '0')},p${at}@example.ch`,
    );
    writeFileSync(many, ['Name,E-mail', ...people].join('\n'));
    await go(page, 'People');
    await app.answerDialog({ dialog: 'open', paths: [many] });
    await button(page, 'Add from a file…').click();
    await page.getByText('5,000 people were added.').waitFor();
    await page.getByRole('row').first().focus();
    const reached = async () => {
      await page.keyboard.press('End');
      return focused(page);
    };
    // Each End is the end of what is read so far.
    await expect.poll(reached, { timeout: 60_000 }).toContain('Person 4999');
    // However many there are, only those in sight are in the page.
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.getByLabel('Search by name or address').fill('4711');
    await expect.poll(() => page.getByRole('row').count()).toBe(1);
    expect(app.problems()).toEqual([]);
  });
});
