import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { App } from './app-handle.ts';
import { addSignees, button, chooseMore, focused, go, moreOf, signees } from './on-page.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

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

const cards = ({ page }: App) => page.getByRole('list', { name: t('profiles.list') }).getByRole('heading');

describe('profiles', () => {
  test('are made, changed, copied, chosen for new documents, and deleted after a question', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'profiles');
    await page.getByRole('heading', { name: t('profiles.emptyTitle') }).waitFor();

    await button(app, t('profiles.add')).click();
    await expect.poll(() => focused(app)).toBe(t('profiles.newTitle'));
    // Without a name, and with somebody who is not in the list yet, nothing is saved, and it is said why.
    await signees(app).fill('Anna Muster <anna@muster.ch>');
    await button(app, t('submission.save')).click();
    await page.getByText(t('send.profileNameMissing')).waitFor();
    await page.getByLabel(t('send.profileName')).fill('Contracts');
    await button(app, t('submission.save')).click();
    await page.getByText(t('profiles.toMend')).waitFor();
    await signees(app).press('Enter');
    await addSignees(app, 'beat@frei.ch');
    await page.getByText(t('signees.inOrder'), { exact: true }).click();
    await page.getByText(t('mode.qualified'), { exact: true }).click();
    await page.getByText(t('send.more'), { exact: true }).click();
    await page.getByLabel(t('details.comment')).fill('As agreed');
    await page.getByLabel(t('send.extra')).fill('{"callback": "x"');
    await page.getByText(t('send.extraProblem.not-json')).waitFor();
    // The section stays open while somebody types in it.
    await page.getByLabel(t('send.extra')).fill('');
    await page.getByLabel(t('send.extra')).fill('{"callback": "x"}');
    await button(app, t('submission.save')).click();
    await page.getByText(t('send.profileSaved', { name: 'Contracts' })).waitFor();
    await expect.poll(() => focused(app)).toBe(t('profiles.of', { what: t('profiles.edit'), name: 'Contracts' }));
    await page.getByText(`${t('mode.qualified')} · ${t('details.zertes')}`).waitFor();
    await page.getByText(`Anna Muster, beat@frei.ch – ${t('profiles.inOrder')}`).waitFor();

    // The palette begins a document with it: here the person chooses no file, and the sheet waits for one.
    await app.answerDialog({ dialog: 'open', paths: [] });
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: t('shortcuts.sendWith', { profile: 'Contracts' }) }).click();
    await page.getByText(t('send.profileApplied', { name: 'Contracts' })).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: t('send.title') }).waitFor({ state: 'detached' });

    await chooseMore(app, moreOf('Contracts'), t('profiles.duplicate'));
    await expect.poll(() => cards(app).allTextContents()).toEqual(['Contracts', 'Contracts (2)']);
    await expect.poll(() => focused(app)).toBe(t('profiles.of', { what: t('profiles.edit'), name: 'Contracts (2)' }));
    await button(app, t('profiles.of', { what: t('profiles.edit'), name: 'Contracts (2)' })).click();
    // Everything came along, the names too.
    await expect.poll(() => page.getByLabel(t('details.comment')).inputValue()).toBe('As agreed');
    await page.getByRole('row', { name: 'Anna Muster' }).waitFor();
    await page.getByLabel(t('send.profileName')).fill('CONTRACTS');
    await button(app, t('submission.save')).click();
    await page
      .getByRole('alert')
      .getByText(t('problem.profile-name-taken.what', { name: 'CONTRACTS' }))
      .waitFor();
    await page.getByLabel(t('send.profileName')).fill('Offers');
    await page.getByText(t('profiles.defaultLabel')).click();
    // Another screen and back: what was typed is still there.
    await go(app, 'documents');
    await go(app, 'profiles');
    await expect.poll(() => page.getByLabel(t('send.profileName')).inputValue()).toBe('Offers');
    await button(app, t('submission.save')).click();
    await expect.poll(() => cards(app).allTextContents()).toEqual(['Contracts', 'Offers']);
    const chip = page.getByText(t('profiles.isDefault'), { exact: true });
    await expect
      .poll(() => page.getByRole('listitem').filter({ has: chip }).getByRole('heading').allTextContents())
      .toEqual(['Offers']);
    await chooseMore(app, moreOf('Contracts'), t('profiles.makeDefault'));
    await page.getByText(t('profiles.startsWith', { name: 'Contracts' })).waitFor();
    await expect
      .poll(() => page.getByRole('listitem').filter({ has: chip }).getByRole('heading').allTextContents())
      .toEqual(['Contracts']);

    await button(app, t('profiles.of', { what: t('profiles.edit'), name: 'Offers' })).click();
    await page.getByLabel(t('details.comment')).fill('Changed');
    await button(app, t('connect.cancel')).click();
    await page.getByRole('alertdialog', { name: t('profiles.discardTitle') }).waitFor();
    await button(app, t('profiles.discardConfirm')).click();
    await expect.poll(() => focused(app)).toBe(t('profiles.of', { what: t('profiles.edit'), name: 'Offers' }));

    await chooseMore(app, moreOf('Offers'), t('profiles.remove'));
    const question = page.getByRole('alertdialog', { name: t('profiles.removeTitle', { name: 'Offers' }) });
    await question.getByRole('button', { name: t('connect.cancel') }).click();
    await chooseMore(app, moreOf('Offers'), t('profiles.remove'));
    await question.getByRole('button', { name: t('profiles.removeConfirm') }).click();
    await page.getByText(t('profiles.removed', { name: 'Offers' })).waitFor();
    await expect.poll(() => cards(app).allTextContents()).toEqual(['Contracts']);
    expect(app.problems()).toEqual([]);
    await app.quit();

    await using again = await stage.launch({ connection: null });
    await go(again, 'profiles');
    await again.page.getByText(`Anna Muster, beat@frei.ch – ${t('profiles.inOrder')}`).waitFor();
    await again.page.getByText(t('profiles.isDefault'), { exact: true }).waitFor();
  });

  test('go to a file and come from one; a file that is none, or is newer, is told', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'profiles');
    await button(app, t('profiles.add')).click();
    await page.getByLabel(t('send.profileName')).fill('NDA: "2025"');
    await addSignees(app, 'Anna Muster <anna@muster.ch>');
    await button(app, t('submission.save')).click();
    const name = 'nda.countersign-profile.json';
    const file = join(stage.home, name);
    await app.answerDialog({ dialog: 'save', path: file });
    await chooseMore(app, moreOf('NDA: "2025"'), t('profiles.exportNow'));
    await page.getByText(t('profiles.exported', { name: 'NDA: "2025"' })).waitFor();
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
    await button(app, t('profiles.importNow')).click();
    // It is there to be looked at, with a word about what it brings.
    await page.getByRole('heading', { name: t('profiles.editTitle', { name: 'NDA: "2025" (2)' }) }).waitFor();
    await page.getByText(t('profiles.importedExtra')).waitFor();
    await expect.poll(() => page.getByLabel(t('send.extra')).isVisible()).toBe(true);
    await button(app, t('connect.cancel')).click();
    await expect.poll(() => cards(app).allTextContents()).toEqual(['NDA: "2025"', 'NDA: "2025" (2)']);

    const bad: readonly [string, string][] = [
      ['{"format":"countersign-profile","version":2,"choices":[]}', t('problem.profile-file-newer.what')],
      ['[1]', t('problem.profile-file-unreadable.what')],
      [
        `{"format":"countersign-profile","version":1,"name":"x","choices":${'['.repeat(200_000)}`,
        t('problem.profile-file-unreadable.what'),
      ],
    ];
    for (const [text, told] of bad) {
      stage.put(name, text);
      await app.answerDialog({ dialog: 'open', paths: [file] });
      await button(app, t('profiles.importNow')).click();
      await page.getByRole('alert').getByText(told).waitFor();
      await page
        .getByRole('alert')
        .getByRole('button', { name: t('problem.close') })
        .click();
    }
    await app.answerDialog({ dialog: 'save', path: join(stage.home, 'no such folder', 'x.json') });
    await chooseMore(app, moreOf('NDA: "2025"'), t('profiles.exportNow'));
    await page.getByRole('alert').getByText(t('problem.file-not-written.what')).waitFor();
    expect(existsSync(join(stage.home, 'no such folder'))).toBe(false);
    expect(app.problems()).toEqual([]);
  });
});

describe('people', () => {
  const row = ({ page }: App, name: string) =>
    page.getByRole('grid', { name: t('people.list') }).getByRole('row', { name });

  test('come from a file or by hand; they are renamed, merged and forgotten, and suggested', async () => {
    await using app = await stage.connected();
    const { page } = app;
    await go(app, 'people');
    await page.getByRole('heading', { name: t('people.emptyTitle') }).waitFor();

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
    await button(app, t('people.importNow')).click();
    await page.getByText(`${t('people.added', { count: 3 })} ${t('people.same', { count: 1 })}`).waitFor();
    await page.getByText(t('people.refused', { count: 2 })).waitFor();
    await page.getByText('Beat Frei · beat at frei.ch').waitFor();
    await page.getByText('Dora Ohne').waitFor();
    await page.getByText(t('signees.problem.missing')).waitFor();
    await page.getByRole('button', { name: t('problem.close') }).click();
    await expect.poll(() => row(app, 'Carla Rossi').textContent()).toContain('carla@rossi.it');

    const card = stage.put('contacts.vcf', 'BEGIN:VCARD\nVERSION:3.0\nFN:Emil Gross\nEMAIL:emil@gross.ch\nEND:VCARD\n');
    await app.answerDialog({ dialog: 'open', paths: [card] });
    await button(app, t('people.importNow')).click();
    await row(app, 'Emil Gross').waitFor();

    await button(app, t('people.add')).click();
    await page.getByRole('textbox', { name: t('people.address') }).fill('frida muster.ch');
    await button(app, t('submission.save')).click();
    await page.getByText(t('signees.problem.space')).waitFor();
    await page.getByRole('textbox', { name: t('people.address') }).fill('emil@GROSS.ch');
    await button(app, t('submission.save')).click();
    await page.getByText(t('people.known')).waitFor();
    await page.getByRole('textbox', { name: t('people.address') }).fill('frida@muster.ch');
    await button(app, t('submission.save')).click();
    await row(app, 'frida@muster.ch').waitFor();

    // By keyboard: Enter opens, Space chooses.
    await row(app, 'frida@muster.ch').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: t('people.editTitle') }).waitFor();
    await page.keyboard.type('Frida Muster');
    await page.keyboard.press('Enter');
    await row(app, 'Frida Muster').waitFor();
    await page.getByText(t('people.saved', { who: 'Frida Muster' })).waitFor();

    await page.getByLabel(t('people.search')).fill('muller anna');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('row').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText(t('people.chosen', { count: 2 })).waitFor();
    await button(app, t('people.merge')).click();
    const merge = page.getByRole('dialog', { name: t('people.mergeTitle', { count: 2 }) });
    await merge.getByText('anna@mueller.ch').click();
    await merge.getByRole('button', { name: t('people.mergeConfirm') }).click();
    await page.getByText(t('people.merged', { who: 'anna@mueller.ch' })).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(1);
    await page.getByLabel(t('people.search')).fill('');
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await button(app, t('people.chooseNone')).click();

    await row(app, 'Emil Gross').focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('alertdialog', { name: t('people.forgetTitle', { who: 'Emil Gross', count: 1 }) });
    await question.getByText(t('people.forgetText')).waitFor();
    await question.getByRole('button', { name: t('people.forgetConfirm') }).click();
    await page.getByText(t('people.forgotten', { count: 1 })).waitFor();
    await row(app, 'Emil Gross').waitFor({ state: 'detached' });

    await go(app, 'profiles');
    await button(app, t('profiles.add')).click();
    const field = signees(app);
    // At once, as one pastes: who is found is found after the last letter.
    await field.fill('carl');
    await page.getByRole('option', { name: /Carla Rossi/ }).waitFor();
    await field.fill('emil');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
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
    await go(app, 'people');
    await app.answerDialog({ dialog: 'open', paths: [many] });
    await button(app, t('people.importNow')).click();
    await page.getByText(t('people.added', { count: 5_000 })).waitFor();
    await page.getByRole('row').first().focus();
    const reached = async () => {
      await page.keyboard.press('End');
      return focused(app);
    };
    // Each End is the end of what is read so far.
    await expect.poll(reached, { timeout: 60_000 }).toContain('Person 4999');
    // However many there are, only those in sight are in the page.
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.getByLabel(t('people.search')).fill('4711');
    await expect.poll(() => page.getByRole('row').count()).toBe(1);
    // The list may take the focused row out of the page while it is drawn anew. The keyboard stays in the list.
    await page.getByRole('row').focus();
    await page.evaluate(async () => {
      const focusedRow = document.activeElement;
      const place = focusedRow?.parentElement;
      focusedRow?.remove();
      await new Promise((resolve) => setTimeout(resolve));
      if (focusedRow) place?.append(focusedRow);
    });
    await expect.poll(() => focused(app)).toMatch(new RegExp(`^Person 4711|^${t('people.list')}$`));
    expect(app.problems()).toEqual([]);
  });
});
