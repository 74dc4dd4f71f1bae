import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { App } from './app-handle.ts';
import { addSignees, button, focused, go, signees } from './on-page.ts';
import { setStage } from './stage.ts';

const stage = setStage();

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

const cards = ({ page }: App) => page.getByRole('list', { name: 'Profiles of this connection' }).getByRole('heading');

describe('profiles', () => {
  test('are made, changed, copied, chosen for new documents, and deleted after a question', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'Profiles');
    await page.getByRole('heading', { name: 'No profiles yet' }).waitFor();

    await button(app, 'New profile').click();
    expect(await focused(app)).toBe('New profile');
    // Without a name, and with somebody who is not in the list yet, nothing is saved, and it is said why.
    await signees(app).fill('Anna Muster <anna@muster.ch>');
    await button(app, 'Save').click();
    await page.getByText('The profile needs a name.').waitFor();
    await page.getByLabel('Name of the profile').fill('Contracts');
    await button(app, 'Save').click();
    await page.getByText('Not saved yet').waitFor();
    await signees(app).press('Enter');
    await addSignees(app, 'beat@frei.ch');
    await page.getByText('In order', { exact: true }).click();
    await page.getByText('Qualified', { exact: true }).click();
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Comment').fill('As agreed');
    await page.getByLabel('Further parameters of the service').fill('{"callback": "x"');
    await page.getByText('This is not valid JSON.').waitFor();
    await page.getByLabel('Further parameters of the service').fill('{"callback": "x"}');
    await button(app, 'Save').click();
    await page.getByText('The profile Contracts is saved.').waitFor();
    expect(await focused(app)).toBe('Edit: Contracts');
    await page.getByText('Qualified · Swiss (ZertES)').waitFor();
    await page.getByText('Anna Muster, beat@frei.ch – in order').waitFor();

    await button(app, 'Duplicate: Contracts').click();
    await expect.poll(() => cards(app).allTextContents()).toEqual(['Contracts', 'Contracts (2)']);
    await expect.poll(() => focused(app)).toBe('Edit: Contracts (2)');
    await button(app, 'Edit: Contracts (2)').click();
    // Everything came along, the names too.
    expect(await page.getByLabel('Comment').inputValue()).toBe('As agreed');
    expect(await page.getByRole('row', { name: 'Anna Muster' }).count()).toBe(1);
    await page.getByLabel('Name of the profile').fill('CONTRACTS');
    await button(app, 'Save').click();
    await page.getByRole('alert').getByText('There is a profile named CONTRACTS already.').waitFor();
    await page.getByLabel('Name of the profile').fill('Offers');
    await page.getByText('Start new documents with this profile').click();
    // Another screen and back: what was typed is still there.
    await go(app, 'Documents');
    await go(app, 'Profiles');
    expect(await page.getByLabel('Name of the profile').inputValue()).toBe('Offers');
    await button(app, 'Save').click();
    await expect.poll(() => cards(app).allTextContents()).toEqual(['Contracts', 'Offers']);
    const chip = page.getByText('New documents start with it');
    expect(await page.getByRole('listitem').filter({ has: chip }).getByRole('heading').allTextContents()).toEqual([
      'Offers',
    ]);
    await button(app, 'Start with it: Contracts').click();
    await page.getByText('New documents start with Contracts.').waitFor();
    await expect
      .poll(() => page.getByRole('listitem').filter({ has: chip }).getByRole('heading').allTextContents())
      .toEqual(['Contracts']);

    await button(app, 'Edit: Offers').click();
    await page.getByLabel('Comment').fill('Changed');
    await button(app, 'Cancel').click();
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
    await button(app, 'Leave without saving').click();
    await expect.poll(() => focused(app)).toBe('Edit: Offers');

    await button(app, 'Delete…: Offers').click();
    const question = page.getByRole('alertdialog', { name: 'Delete the profile Offers?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await button(app, 'Delete…: Offers').click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Offers was deleted.').waitFor();
    expect(await cards(app).allTextContents()).toEqual(['Contracts']);
    expect(app.problems()).toEqual([]);
    await app.quit();

    await using again = await stage.launch({ connection: null });
    await go(again, 'Profiles');
    await again.page.getByText('Anna Muster, beat@frei.ch – in order').waitFor();
    await again.page.getByText('New documents start with it').waitFor();
  });

  test('go to a file and come from one; a file that is none, or is newer, is told', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'Profiles');
    await button(app, 'New profile').click();
    await page.getByLabel('Name of the profile').fill('NDA: "2025"');
    await addSignees(app, 'Anna Muster <anna@muster.ch>');
    await button(app, 'Save').click();
    const name = 'nda.countersign-profile.json';
    const file = join(stage.home, name);
    await app.answerDialog({ dialog: 'save', path: file });
    await button(app, 'Save as a file…: NDA: "2025"').click();
    await page.getByText('NDA: "2025" is saved as a file.').waitFor();
    const saved = readProfile(file);
    expect(saved).toMatchObject({
      name: 'NDA: "2025"',
      choices: { mode: 'timestamp', signees: [{ email: 'anna@muster.ch' }] },
    });
    expect(JSON.stringify(saved)).not.toMatch(/isDefault|connection/);

    stage.put(
      name,
      JSON.stringify({ ...saved, choices: { ...saved.choices, extra: { callback: 'https://x.example' } } }),
    );
    await app.answerDialog({ dialog: 'open', paths: [file] });
    await button(app, 'Add from a file…').click();
    // It is there to be looked at, with a word about what it brings.
    await page.getByRole('heading', { name: 'Edit NDA: "2025" (2)' }).waitFor();
    await page.getByText('They can send news of a document to another address.').waitFor();
    expect(await page.getByLabel('Further parameters of the service').isVisible()).toBe(true);
    await button(app, 'Cancel').click();
    expect(await cards(app).allTextContents()).toEqual(['NDA: "2025"', 'NDA: "2025" (2)']);

    const bad: readonly [string, string][] = [
      ['{"format":"countersign-profile","version":2,"choices":[]}', 'This profile comes from a newer Countersign.'],
      ['[1]', 'This is not a profile file.'],
      [
        `{"format":"countersign-profile","version":1,"name":"x","choices":${'['.repeat(200_000)}`,
        'This is not a profile file.',
      ],
    ];
    for (const [text, told] of bad) {
      stage.put(name, text);
      await app.answerDialog({ dialog: 'open', paths: [file] });
      await button(app, 'Add from a file…').click();
      await page.getByRole('alert').getByText(told).waitFor();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    }
    await app.answerDialog({ dialog: 'save', path: join(stage.home, 'no such folder', 'x.json') });
    await button(app, 'Save as a file…: NDA: "2025"').click();
    await page.getByRole('alert').getByText('The file could not be saved.').waitFor();
    expect(existsSync(join(stage.home, 'no such folder'))).toBe(false);
    expect(app.problems()).toEqual([]);
  });
});

describe('people', () => {
  const row = ({ page }: App, name: string) => page.getByRole('grid', { name: 'People' }).getByRole('row', { name });

  test('come from a file or by hand; they are renamed, merged and forgotten, and suggested', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'People');
    await page.getByRole('heading', { name: 'Nobody yet' }).waitFor();

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
    const csv = stage.put('contacts.csv', Buffer.from(lines.join('\r\n'), 'latin1'));
    await app.answerDialog({ dialog: 'open', paths: [csv] });
    await button(app, 'Add from a file…').click();
    await page.getByText('3 people were added. 1 was in the list already.').waitFor();
    await page.getByText('2 were not added:').waitFor();
    await page.getByText('Beat Frei · beat at frei.ch').waitFor();
    await page.getByText('Dora Ohne').waitFor();
    await page.getByText('The address is missing.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await row(app, 'Carla Rossi').textContent()).toContain('carla@rossi.it');

    const card = stage.put('contacts.vcf', 'BEGIN:VCARD\nVERSION:3.0\nFN:Emil Gross\nEMAIL:emil@gross.ch\nEND:VCARD\n');
    await app.answerDialog({ dialog: 'open', paths: [card] });
    await button(app, 'Add from a file…').click();
    await row(app, 'Emil Gross').waitFor();

    await button(app, 'New person').click();
    await page.getByRole('textbox', { name: 'Address' }).fill('frida muster.ch');
    await button(app, 'Save').click();
    await page.getByText('There is a space in this address.').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('emil@GROSS.ch');
    await button(app, 'Save').click();
    await page.getByText('This person is in the list already.').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('frida@muster.ch');
    await button(app, 'Save').click();
    await row(app, 'frida@muster.ch').waitFor();

    // By keyboard: Enter opens, Space chooses.
    await row(app, 'frida@muster.ch').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit a person' }).waitFor();
    await page.keyboard.type('Frida Muster');
    await page.keyboard.press('Enter');
    await row(app, 'Frida Muster').waitFor();
    await page.getByText('Frida Muster is saved.').waitFor();

    await page.getByLabel('Search by name or address').fill('muller anna');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('row').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 chosen').waitFor();
    await button(app, 'Merge…').click();
    const merge = page.getByRole('dialog', { name: 'Merge 2 people' });
    await merge.getByText('anna@mueller.ch').click();
    await merge.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Merged into anna@mueller.ch.').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(1);
    await page.getByLabel('Search by name or address').fill('');
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await button(app, 'Choose none').click();

    await row(app, 'Emil Gross').focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('alertdialog', { name: 'Forget Emil Gross?' });
    await question.getByText('Documents already sent are unaffected').waitFor();
    await question.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('1 person forgotten.').waitFor();
    await row(app, 'Emil Gross').waitFor({ state: 'detached' });

    await go(app, 'Profiles');
    await button(app, 'New profile').click();
    const field = signees(app);
    // At once, as one pastes: who is found is found after the last letter.
    await field.fill('carl');
    await page.getByRole('option', { name: /Carla Rossi/ }).waitFor();
    await field.fill('emil');
    await page.getByRole('option').waitFor({ state: 'detached' });
    expect(app.problems()).toEqual([]);
  });

  test('five thousand are walked to the end, and found at once', async () => {
    await using app = await stage.connected();
    const { page } = app;
    const people = Array.from(
      { length: 5_000 },
      (_none, at) => `Person ${String(at).padStart(4, '0')},p${at}@example.ch`,
    );
    const many = stage.put('many.csv', ['Name,E-mail', ...people].join('\n'));
    await go(app, 'People');
    await app.answerDialog({ dialog: 'open', paths: [many] });
    await button(app, 'Add from a file…').click();
    await page.getByText('5,000 people were added.').waitFor();
    await page.getByRole('row').first().focus();
    const reached = async () => {
      await page.keyboard.press('End');
      return focused(app);
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
