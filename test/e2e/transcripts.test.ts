import { expect, test } from 'vitest';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { addSignees, button, focused, heldRow, middle, panel, row, sheet, signees, undoFor } from './on-page.ts';
import { connect, next, paste } from './onboarding.ts';
import { setStage } from './stage.ts';
import { pattern, t } from './texts.ts';
import { createTranscript } from './transcript.ts';
import { said } from './voice.ts';

/** What a screen reader says on the ways that people go every day. The files in `transcripts/` are to be read aloud. */

const stage = setStage();

/** Connected, and the first check has ended: what it says is no part of a scene. */
async function atRest(): Promise<App> {
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.connected());
  await app.page.getByText(pattern('check.asOf')).first().waitFor();
  begun.move();
  return app;
}

async function dropContract(app: App): Promise<void> {
  await app.drop(middle, [stage.put('Contract.pdf', await samplePdf({ title: 'Contract' }))]);
  await sheet(app).locator('[role="region"][aria-busy="false"]').waitFor();
  await sheet(app).getByText(t('send.noFields')).waitFor();
  // The form comes with its own part of the program.
  await signees(app).waitFor();
}

test('onboarding', async () => {
  await using app = await stage.launch();
  const { page } = app;
  await page.getByText(t('connection.practiceLead')).waitFor();
  const told = await createTranscript(app);
  await told.read('Service');
  await next(app);
  await button(app, t('signIn.open')).waitFor();
  await told.read('Sign in', 'main');
  const { username, password } = stage.service.people.createServiceUser();
  await paste(app, `Username\n${username}\nPassword\n${password}`);
  await button(app, t('signInTest.finish')).waitFor();
  await told.read('Check', 'main');
  await told.hear('On the way');
  await told.expectAs('onboarding');
});

test('the first start', async () => {
  await using app = await stage.launch({ connection: null });
  const { page } = app;
  await page.getByText(t('welcome.lead')).waitFor();
  const told = await createTranscript(app);
  await told.read('Ways to a service');
  await app.drop(middle, [stage.put('letter.pdf', '%PDF-1.7')]);
  await page.getByRole('alert').waitFor();
  await told.hear('Another file was dropped');
  await button(app, new RegExp(t('welcome.write'))).click();
  await page.getByText(t('welcome.opened')).waitFor();
  await told.hear('Write to IT');
  await button(app, new RegExp(t('welcome.practice'))).click();
  await button(app, t('signInTest.finish')).waitFor();
  await told.read('Practice', 'main');
  await told.hear('Practice');
  await button(app, t('signInTest.finish')).click();
  await page.getByText(pattern('check.asOf')).first().waitFor();
  await told.read('Practising: every screen', 'main section');
  await told.read('Practising: the menu', 'nav');
  await told.expectAs('first-start');
});

test('the list', async () => {
  await using app = await stage.launch();
  const user = stage.service.people.createServiceUser();
  for (const status of ['draft', 'in-progress', 'signed', 'rejected'] as const)
    await stage.service.documents.add(user.id, { name: `Lease ${status}.pdf`, status });
  await connect(app, stage.service, user);
  await app.page.getByText(pattern('check.asOf')).first().waitFor();
  // The details of a document come after its row.
  for (const known of [/, rejected by /, /, waiting for /, /, signed copy saved, /])
    await app.page.getByRole('row', { name: known }).waitFor();
  const told = await createTranscript(app);
  await row(app, 'Lease rejected.pdf').focus();
  await told.focus('The first row');
  await app.page.keyboard.press('ArrowDown');
  await told.focus('The next row');
  await told.read('The list', '[role="grid"]');
  await told.hear('Among the rows');

  const { keyboard } = app.page;
  const finished = app.page.getByRole('button', { name: new RegExp(`^${t('documents.finished')}`) });
  await row(app, 'Lease signed.pdf').focus();
  await keyboard.press('ArrowLeft');
  await told.focus('Left of a row');
  await keyboard.press('ArrowLeft');
  await expect.poll(() => finished.getAttribute('aria-expanded')).toBe('false');
  await told.focus('Left once more');
  await keyboard.press('ArrowRight');
  await row(app, 'Lease signed.pdf').focus();
  await keyboard.press('Space');
  await app.page.getByRole('dialog').locator('[aria-busy="false"] canvas').waitFor();
  await told.read('Above the pages', '[role="dialog"] [role="toolbar"]');
  await told.focus('Among the pages');
  await told.expectAs('list');
});

test('sending, and taking it back', async () => {
  await using app = await atRest();
  // On a busy computer, the document would go out before the transcript has heard of it.
  await undoFor(app, 60);
  const told = await createTranscript(app);
  await dropContract(app);
  await told.read('The sheet', '[role="dialog"]');
  await told.focus('The sheet');
  await told.hear('The sheet');
  await addSignees(app, 'anna@muster.ch');
  await button(app, t('submission.sendTo', { count: 1 })).waitFor();
  await told.hear('A person is added');
  await button(app, t('submission.sendTo', { count: 1 })).click();
  await sheet(app).waitFor({ state: 'detached' });
  await expect.poll(() => focused(app)).toContain('Contract.pdf');
  await told.focus('After Send');
  const undoKeys = t('outbox.undoKeys', { keys: 'Ctrl+Z' });
  await expect.poll(async () => (await said(app)).some(({ text }) => text.endsWith(undoKeys))).toBe(true);
  await told.hear('After Send');
  await told.expectAs('send');

  const undone = await createTranscript(app);
  await app.page.keyboard.press('Control+z');
  await heldRow(app, 'Contract.pdf').waitFor();
  // The row changes at once, its place in the list with the next order.
  await app.page.getByRole('rowheader', { name: t('documents.ready') }).waitFor();
  await undone.read('The row, after undo', '[role="grid"]');
  await undone.focus('After undo');
  await undone.hear('After undo');
  await undone.expectAs('undo');
});

test('a refusal', async () => {
  await using app = await atRest();
  const told = await createTranscript(app);
  stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'answer', status: 400 } });
  await hand(app, 'draft', 'Refused.pdf');
  await row(app, 'Refused.pdf').getByText(t('problem.upload-refused.what')).waitFor();
  await told.read('The row', '[role="grid"]');
  await row(app, 'Refused.pdf').click();
  await panel(app).getByText(t('problem.upload-refused.do')).first().waitFor();
  // The history is read when the details are open, and then says how long it is.
  await button(app, new RegExp(`^${t('history.title')} \\(2\\)$`)).waitFor();
  await panel(app).locator('figure canvas').waitFor();
  await told.read('The details', 'aside');
  await expect.poll(async () => (await said(app)).some(({ text }) => text.includes('Refused.pdf'))).toBe(true);
  await told.hear('The refusal');
  await told.expectAs('refusal');
});

test('no connection', async () => {
  await using app = await atRest();
  const told = await createTranscript(app);
  await stage.service.close();
  await hand(app, 'draft', 'Waiting.pdf');
  await row(app, 'Waiting.pdf').waitFor();
  await app.page.getByText(pattern('outbox.unreachable', 1)).first().waitFor({ state: 'attached' });
  await expect.poll(async () => (await said(app)).length).toBeGreaterThan(0);
  await told.hear('The service is away');
  await told.expectAs('offline');
});

test('many by a list', async () => {
  await using app = await atRest();
  const { paths } = stage.letters(2);
  await button(app, t('send.many')).click();
  const many = app.page.getByRole('dialog', { name: t('bulk.title') });
  await many.waitFor();
  const told = await createTranscript(app);
  await told.read('Nothing yet', '[role="dialog"]');
  await app.drop(middle, paths);
  await many.getByText(t('bulk.here', { count: 2 })).waitFor();
  await app.drop(middle, [
    stage.put('list.csv', 'File;Person\nLetter 001.pdf;anna@muster.ch\nLetter 002.pdf;beat at frei.ch\n'),
  ]);
  await many
    .getByText(t('bulk.count.bad', { count: 1 }))
    .first()
    .waitFor();
  await many
    .getByText(t('bulk.count.ready', { count: 1 }))
    .first()
    .waitFor();
  await told.read('One to correct', '[role="dialog"]');
  await told.hear('The rows');
  await told.expectAs('bulk');
});
