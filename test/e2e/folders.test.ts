import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import type { App } from './app-handle.ts';
import { addSignees, button, chooseMore, focused, go, heldRow, moreOf, panel, row, undoFor } from './on-page.ts';
import { passPollingWindowClosed } from './polling-window.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';
import { createTranscript } from './transcript.ts';
import { said } from './voice.ts';

const stage = setStage();

const inbox = () => join(stage.home, 'Inbox');
const of = (what: string, name = 'Inbox') => t('profiles.of', { what, name });
const files = ({ page }: App) => page.getByRole('table', { name: t('folders.files', { name: 'Inbox' }) });
const file = (app: App, name: string) => files(app).getByRole('row').filter({ hasText: name });

/** The folders that the profile in the editor, or in the question, is used by. */
const usedBy = ({ page }: App) => page.getByRole('region', { name: t('profiles.folders.title') });

/** Appears whole under its name, as most programs save. */
async function drop(name: string, title = name): Promise<void> {
  const path = join(inbox(), name);
  writeFileSync(`${path}.tmp`, await samplePdf({ title }));
  renameSync(`${path}.tmp`, path);
}

async function addProfile(app: App, signee: string | null): Promise<void> {
  const { page } = app;
  await go(app, 'folders');
  await button(app, t('profiles.add')).click();
  await page.getByLabel(t('send.profileName')).fill('Contracts');
  if (signee !== null) await addSignees(app, signee);
  await page.getByText(t('send.more'), { exact: true }).click();
  await page.getByLabel(t('submission.alias'), { exact: true }).fill('Muster AG');
  await button(app, t('submission.save')).click();
  // The folders asked for the profile, so they are shown again.
  await expect.poll(() => focused(app)).toBe(t('nav.folders'));
}

async function choose(app: App): Promise<void> {
  await app.answerDialog({ dialog: 'open', paths: [inbox()] });
  await button(app, t('folders.add')).click();
  await app.page.getByRole('heading', { name: t('folders.wizardTitle', { name: 'Inbox' }) }).waitFor();
}

async function quick(app: App): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: t('send.more') }).click();
  await page.getByLabel(t('folders.quiet.label')).fill('2');
}

describe('a watched folder', () => {
  test('shows what would happen, then sends each document once and keeps its original and its copy in order', async () => {
    mkdirSync(inbox());
    await drop('Lease.pdf');
    await using app = await stage.connected();
    const { page } = app;
    await undoFor(app, 0);
    await go(app, 'folders');
    await page.getByText(t('folders.needsProfile')).waitFor();
    await addProfile(app, 'anna@muster.ch');
    await choose(app);
    await expect.poll(() => focused(app)).toBe(t('folders.wizardTitle', { name: 'Inbox' }));
    await quick(app);
    await page.getByText(t('folders.receipts')).click();
    await page.getByText(t('folders.goal.send'), { exact: true }).click();
    await file(app, 'Lease.pdf').getByText(t('folders.verdict.would-send'), { exact: true }).waitFor();
    await file(app, 'Lease.pdf').getByText('anna@muster.ch').waitFor();
    // Nothing in the folder was touched.
    expect(existsSync(join(inbox(), '.countersign'))).toBe(false);
    await button(app, t('folders.switchOn')).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(t('folders.send.what', { count: 1, who: 'anna@muster.ch' })).waitFor();
    expect(stage.service.documents.all()).toEqual([]);
    await question.getByRole('button', { name: t('folders.send.confirm') }).click();
    await page.getByText(t('folders.status.watching'), { exact: true }).waitFor();

    await expect
      .poll(() => stage.service.documents.all().map(({ documentStatus }) => documentStatus))
      .toEqual(['in-progress']);
    await expect.poll(() => existsSync(join(inbox(), 'Sent/Lease.pdf'))).toBe(true);
    // For a moment it has both names.
    await expect.poll(() => existsSync(join(inbox(), 'Lease.pdf'))).toBe(false);
    await page.getByText(t('folders.how.events')).waitFor();
    await drop('Offer.pdf');
    await drop('Copy of the lease.pdf', 'Lease.pdf');
    await expect.poll(() => existsSync(join(inbox(), 'Sent/Offer.pdf'))).toBe(true);
    // The file is there a moment before its text is.
    const reason = join(inbox(), 'Duplicates/Copy of the lease.pdf.txt');
    await expect.poll(() => existsSync(reason) && readFileSync(reason, 'utf8')).toContain('Lease.pdf');
    // Whatever is saved of a folder that sends asks once more, by the rule that is being saved.
    await button(app, of(t('folders.edit'))).click();
    await page.getByRole('button', { name: t('send.more') }).click();
    await page.getByLabel(t('folders.quiet.label')).fill('3');
    // What was typed is still there after a look at another screen.
    await go(app, 'documents');
    await go(app, 'folders');
    await page.getByRole('button', { name: t('send.more') }).click();
    expect(await page.getByLabel(t('folders.quiet.label')).inputValue()).toBe('3');
    await button(app, t('submission.save')).click();
    await question.getByText(t('folders.send.none')).waitFor();
    await question.getByRole('button', { name: t('folders.send.confirm') }).click();
    await page.getByText(t('folders.status.watching'), { exact: true }).waitFor();
    // Nothing of it is left: the list is shown anew.
    await go(app, 'documents');
    await go(app, 'folders');
    await page.getByText(t('folders.status.watching'), { exact: true }).waitFor();
    // Other people in the profile: nothing goes to them before a person has said so.
    await go(app, 'profiles');
    await button(app, t('profiles.of', { what: t('profiles.edit'), name: 'Contracts' })).click();
    await usedBy(app).getByText(t('profiles.folders.changed.send')).waitFor();
    await addSignees(app, 'carla@example.ch');
    // What was typed is still there after a look at the folder.
    await usedBy(app)
      .getByRole('button', { name: of(t('profiles.folders.open')) })
      .click();
    await expect.poll(() => focused(app)).toBe('Inbox');
    await go(app, 'profiles');
    await button(app, t('submission.save')).click();
    await page.getByText(t('profiles.folders.waiting')).waitFor();
    await button(app, of(t('profiles.folders.open'))).click();
    await page.getByText(t('folders.unconfirmed.who', { who: 'anna@muster.ch, carla@example.ch' })).waitFor();
    await button(app, of(t('folders.unconfirmed.confirm'))).click();
    await question.getByRole('button', { name: t('folders.send.confirm') }).click();
    await expect.poll(() => button(app, of(t('folders.unconfirmed.confirm'))).count()).toBe(0);
    await go(app, 'documents');
    await row(app, 'Offer.pdf').waitFor();
    expect(stage.service.documents.all()).toHaveLength(2);

    // oxlint-disable-next-line no-await-in-loop
    for (const { documentId } of stage.service.documents.all())
      for (const { key } of stage.service.records.signeesOf(documentId))
        await fetch(`${stage.service.url}/sign/${key}`, {
          method: 'POST',
          body: new URLSearchParams({ action: 'sign' }),
        });
    expect(app.problems()).toEqual([]);
    await app.quit();
    passPollingWindowClosed(stage);
    await using later = await stage.launch();
    await expect
      .poll(() => ['Lease.pdf', 'Lease.pdf.json', 'Offer.pdf'].map((name) => existsSync(join(inbox(), 'Signed', name))))
      .toEqual([true, true, true]);
    await go(later, 'folders');
    await later.page.getByText(t('folders.status.watching'), { exact: true }).waitFor();
    expect(stage.service.documents.all()).toHaveLength(2);
    expect(stage.service.records.breaches).toEqual([]);
    expect(later.problems()).toEqual([]);
  });

  test('asks who signs, remembers it, holds what comes, and is paused, looked at and no longer watched', async () => {
    mkdirSync(inbox());
    writeFileSync(join(inbox(), 'Letter.pdf'), 'Dear aunt');
    await drop('Lease.pdf');
    await using app = await stage.connected();
    const { page } = app;
    await addProfile(app, null);
    await choose(app);
    await quick(app);
    await button(app, t('folders.switchOn')).click();
    await page.getByText(t('folders.status.watching'), { exact: true }).waitFor();
    await expect.poll(() => focused(app)).toBe('Inbox');
    await page.getByRole('button', { name: t('folders.files', { name: 'Inbox' }) }).click();
    await file(app, 'Letter.pdf').getByText(t('folders.verdict.not-a-document'), { exact: true }).waitFor();
    await file(app, 'Lease.pdf').getByText(t('folders.verdict.no-signee'), { exact: true }).waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('navigation')
          .getByRole('button', { name: t('nav.folders') })
          .textContent(),
      )
      .toContain('2');
    const told = await createTranscript(app);
    await told.read('A folder with files that need a person', '[data-folder]');
    await button(app, of(t('folders.action.aside'), 'Letter.pdf')).click();
    await expect.poll(() => existsSync(join(inbox(), 'Needs attention/Letter.pdf.txt'))).toBe(true);
    await file(app, 'Letter.pdf').getByText(t('folders.asideHint')).waitFor();
    await expect.poll(() => focused(app)).not.toBe('nothing');
    await button(app, of(t('folders.action.complete'), 'Lease.pdf')).click();
    const dialog = page.getByRole('dialog');
    // Only a person is missing: the field waits for the name.
    await expect.poll(() => focused(app)).toBe(t('signees.add'));
    await dialog.getByRole('combobox', { name: t('signees.add') }).fill('carla@example.ch');
    await dialog.getByRole('combobox', { name: t('signees.add') }).press('Enter');
    await dialog.getByText(t('folders.complete.remember')).click();
    await dialog.getByRole('button', { name: t('submission.save') }).click();
    // A row may say the same as the filter.
    const filter = page.getByRole('radiogroup', { name: t('folders.filter.label') });
    await filter.getByText(t('folders.filter.taken'), { exact: true }).click();
    await file(app, 'Lease.pdf').getByText(t('folders.verdict.under-way'), { exact: true }).waitFor();
    await filter.getByText(t('folders.filter.all'), { exact: true }).click();
    // What comes soon after it is said together with it.
    const taken = t('outbox.taken', { count: 1, name: 'Lease.pdf' });
    await expect.poll(async () => (await said(app)).map(({ text }) => text)).toContain(taken);
    await told.hear('On the way');
    await drop('Offer.pdf');
    await file(app, 'Offer.pdf').getByText(t('folders.verdict.under-way'), { exact: true }).waitFor();
    await chooseMore(app, moreOf('Inbox'), t('folders.pause.always'));
    await page.getByText(t('folders.status.paused'), { exact: true }).waitFor();
    await drop('Later.pdf');
    await file(app, 'Later.pdf').getByText(t('folders.verdict.would-hold'), { exact: true }).waitFor();
    await button(app, of(t('folders.pause.resume'))).click();
    await file(app, 'Later.pdf').getByText(t('folders.verdict.under-way'), { exact: true }).waitFor();
    await told.read('The same folder later', '[data-folder]');
    await button(app, of(t('folders.inList'), 'Later.pdf')).click();
    await panel(app).getByRole('heading', { name: 'Later.pdf' }).waitFor();
    await go(app, 'folders');
    await page.getByRole('button', { name: t('folders.activity') }).click();
    await page.getByText(t('folders.line.taken', { name: 'Later.pdf' })).waitFor();
    await told.read('Its activity', '[data-folder] ul');
    await told.expectAs('folders');
    await page.getByText(t('folders.activityFilter.changes'), { exact: true }).click();
    await page.getByText(t('folders.line.paused'), { exact: true }).waitFor();
    await expect.poll(() => page.getByText(t('folders.line.taken', { name: 'Later.pdf' })).count()).toBe(0);
    await go(app, 'profiles');
    await chooseMore(app, moreOf('Contracts'), t('profiles.remove'));
    await usedBy(app).getByText(t('profiles.folders.removed')).waitFor();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('profiles.removeConfirm') })
      .click();
    await go(app, 'folders');
    await drop('Orphan.pdf');
    await button(app, of(t('folders.action.change-folder'), 'Orphan.pdf')).click();
    // Only the choice of another profile is missing.
    await expect
      .poll(() => page.getByLabel(t('folders.profile')).evaluate((at) => at === document.activeElement))
      .toBe(true);
    await button(app, t('connect.cancel')).click();
    await chooseMore(app, moreOf('Inbox'), t('folders.remove'));
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('folders.removeConfirm') })
      .click();
    await page.getByRole('heading', { name: t('folders.emptyTitle') }).waitFor();
    await expect.poll(() => focused(app)).toBe(t('nav.folders'));
    await go(app, 'documents');
    // oxlint-disable-next-line no-await-in-loop
    for (const name of ['Lease.pdf', 'Offer.pdf', 'Later.pdf']) await heldRow(app, name).waitFor();
    // Held: nothing has left this computer.
    expect(stage.service.documents.all()).toEqual([]);
    expect(app.problems()).toEqual([]);
  });

  test('keeps who was typed for a file that is gone in the moment of the answer', async () => {
    mkdirSync(inbox());
    await drop('Lease.pdf');
    await using app = await stage.connected();
    await addProfile(app, null);
    await choose(app);
    await quick(app);
    await button(app, t('folders.switchOn')).click();
    await app.page.getByRole('button', { name: t('folders.files', { name: 'Inbox' }) }).click();
    await button(app, of(t('folders.action.complete'), 'Lease.pdf')).click();
    const dialog = app.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: t('signees.add') }).fill('carla@example.ch');
    await dialog.getByRole('combobox', { name: t('signees.add') }).press('Enter');
    renameSync(join(inbox(), 'Lease.pdf'), join(stage.home, 'Lease.pdf'));
    await dialog.getByRole('button', { name: t('submission.save') }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('textbox', { name: t('signees.email') }).inputValue()).toBe('carla@example.ch');
    expect(app.problems()).toEqual([]);
  });

  test('is named in the editor of a profile that one of its sub-folders uses', async () => {
    mkdirSync(join(inbox(), 'Leases'), { recursive: true });
    await using app = await stage.connected();
    const { page } = app;
    await addProfile(app, 'anna@muster.ch');
    await choose(app);
    await button(app, t('folders.switchOn')).click();
    await page.getByText(t('folders.status.watching'), { exact: true }).waitFor();
    await go(app, 'profiles');
    await chooseMore(app, moreOf('Contracts'), t('profiles.duplicate'));
    await button(app, t('profiles.of', { what: t('profiles.edit'), name: 'Contracts (2)' })).click();
    // Nothing uses it before it has the name of the sub-folder.
    await page.getByLabel(t('send.profileName')).fill('Leases');
    expect(await usedBy(app).count()).toBe(0);
    await button(app, t('submission.save')).click();
    await button(app, t('profiles.of', { what: t('profiles.edit'), name: 'Leases' })).click();
    const instead = t('profiles.folders.instead.hold', { profile: 'Contracts' });
    const edited = ['subFolder', 'changed.hold', 'afterRename'] as const;
    const told = edited.map((key) => t(`profiles.folders.${key}`));
    await usedBy(app)
      .getByText([...told, instead].join(' '))
      .waitFor();
    await button(app, t('connect.cancel')).click();
    await chooseMore(app, moreOf('Leases'), t('profiles.remove'));
    await usedBy(app)
      .getByText(`${t('profiles.folders.afterRemoval')} ${instead}`)
      .waitFor();
    await usedBy(app)
      .getByRole('button', { name: of(t('profiles.folders.open')) })
      .click();
    await expect.poll(() => focused(app)).toBe('Inbox');
    expect(app.problems()).toEqual([]);
  });

  test('is refused where it would send the wrong files', async () => {
    await using app = await stage.connected();
    await addProfile(app, 'anna@muster.ch');
    await app.answerDialog({ dialog: 'open', paths: [app.home] });
    await button(app, t('folders.add')).click();
    await app.page.getByText(t('problem.folder-app-data.what', { folder: app.home })).waitFor();
    await app.answerDialog({ dialog: 'open', paths: ['/'] });
    await button(app, t('folders.add')).click();
    await app.page.getByText(t('problem.folder-whole-drive.what', { folder: '/' })).waitFor();
    expect(app.problems()).toEqual([]);
  });
});
