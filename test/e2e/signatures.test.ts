import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BadCopy } from '../../main/practice-service/signatures/bad-copies.ts';
import { signPdf } from '../../main/signatures/testing/sign-pdf.ts';
import { makeTestPeople } from '../../main/signatures/testing/test-certificates.ts';
import { append, contents, makePdf, streamOf } from '../../main/signatures/testing/test-pdf.ts';
import type { App } from './app-handle.ts';
import { handFor } from './hand.ts';
import {
  addSignees,
  button,
  chooseMore,
  counted,
  focused,
  heldRow,
  middle,
  panel,
  row,
  sheet as sendSheet,
  undoFor,
} from './on-page.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage } from './stage.ts';
import { pattern, t } from './texts.ts';

const stage = setStage();
const signer = 'Anna Muster (ÜBUNG / PRACTICE)';

/** A connected app that sent Lease.pdf, which was signed and saved. */
async function withSavedCopy(badCopies: BadCopy | null = null, pages = 1): Promise<App> {
  stage.service.options.badCopies = badCopies;
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.connected());
  await undoFor(app, 0);
  await handFor(app, 'send', { mode: 'advanced', emails: ['anna@example.test'], pages }, 'Lease.pdf');
  await expect.poll(() => stage.service.documents.all()[0]?.documentStatus).toBe('in-progress');
  const id = stage.service.documents.all()[0]?.documentId ?? '';
  for (const { key } of stage.service.records.signeesOf(id)) {
    const body = new URLSearchParams({ action: 'sign' });
    // oxlint-disable-next-line no-await-in-loop -- in the order of signing
    await fetch(`${stage.service.url}/sign/${key}`, { method: 'POST', body });
  }
  await passPollingWindow(app, stage);
  // By then the row has its place: a press would go where it was before.
  const settled = badCopies === 'truncated' ? /copy not saved/ : /signed by|changed|differs|not signed/i;
  await expect.poll(() => row(app, 'Lease.pdf').getAttribute('aria-label')).toMatch(settled);
  begun.move();
  return app;
}

/** The button of the verdict. What the state of the document says already, it does not say again. */
const chip = (name: 'signed' | 'not-signed' | 'differs' | 'changed') =>
  name === 'signed' ? t('verdict.chip.signed', { count: 1 }) : t('verdict.show');

async function openSheet(app: App, name: Parameters<typeof chip>[0]) {
  await row(app, 'Lease.pdf').click();
  await panel(app)
    .getByRole('button', { name: chip(name) })
    .click();
  const sheet = app.page.getByRole('dialog', { name: t('verdict.title') });
  await sheet.getByText(t('signatures.always')).waitFor();
  return sheet;
}

async function pathOfCopy(app: App): Promise<string> {
  await panel(app)
    .getByRole('button', { name: t('copy.show') })
    .click();
  await expect.poll(async () => (await app.opened()).length).toBe(1);
  return (await app.opened())[0]?.target ?? '';
}

test('a signed copy says by whom, as long as the file is unchanged', async () => {
  await using app = await withSavedCopy();
  await row(app, 'Lease.pdf')
    .getByText(t('row.verdict.signed', { count: 1 }))
    .waitFor();
  await expect.poll(() => row(app, 'Lease.pdf').getAttribute('aria-label')).toContain('signed copy saved, signed by 1');
  const sheet = await openSheet(app, 'signed');
  await sheet.getByRole('heading', { name: signer }).waitFor();
  await sheet.getByText(t('signatures.sent.same-bytes')).waitFor();
  await expect.poll(() => sheet.textContent()).toContain(`According to the certificate: ${signer}`);

  await sheet.getByRole('button', { name: t('verdict.again') }).click();
  await sheet.getByRole('heading', { name: signer }).waitFor();
  await app.page.keyboard.press('Escape');
  const path = await pathOfCopy(app);
  // Somebody changes the file.
  appendFileSync(path, '% changed');
  await panel(app)
    .getByRole('button', { name: chip('signed') })
    .click();
  await sheet.getByText(t('problem.copy-changed.what', { path })).waitFor();
  expect(await sheet.getByRole('heading', { name: signer }).count()).toBe(0);
  await app.page.keyboard.press('Escape');
  await expect
    .poll(() =>
      panel(app)
        .getByRole('button', { name: chip('signed') })
        .count(),
    )
    .toBe(0);
});

test.each([
  ['unsigned', 'not-signed'],
  ['changed-after', 'changed'],
] as const)('a copy that is %s is to be checked, until a person is done with it', async (badCopy, kind) => {
  await using app = await withSavedCopy(badCopy);
  await counted(app, 'needsYou', 1);
  await row(app, 'Lease.pdf')
    .getByText(t(`row.verdict.${kind}`))
    .waitFor();
  const sheet = await openSheet(app, kind);
  await sheet.getByText(t(`verdict.sentence.${kind}`)).waitFor();
  await sheet.getByText(t('verdict.advice')).waitFor();
  await app.page.keyboard.press('Escape');
  await button(app, t('row.done')).first().click();
  await expect.poll(() => row(app, 'Lease.pdf').count()).toBe(0);
});

test('a change is shown on its page, with its place marked, as long as the file is the one that was checked', async () => {
  await using app = await withSavedCopy('note-added');
  await row(app, 'Lease.pdf').click();
  const path = await pathOfCopy(app);
  const sheet = await openSheet(app, 'changed');
  const what = t('signatures.onPage', { what: t('signatures.change.annotation-added'), page: 1 });
  const change = sheet.getByRole('button', { name: what });
  await change.click();
  const shown = app.page.getByRole('dialog', { name: t('verdict.onPage.title', { what }) });
  await shown.getByText(t('verdict.onPage.marked', { count: 1 })).waitFor();
  const mark = shown.locator('[data-marked]');
  const [place, page] = [await mark.boundingBox(), await mark.locator('..').boundingBox()];
  if (place === null || page === null) throw new Error('The place is not shown.');
  // The note is at 60 500 260 540 of a page of 595 x 842 points.
  expect((place.x - page.x) / page.width).toBeCloseTo(60 / 595, 1);
  expect((place.y - page.y) / page.height).toBeCloseTo(302 / 842, 1);
  expect(place.width / page.width).toBeCloseTo(200 / 595, 1);
  await app.page.keyboard.press('Escape');
  await expect.poll(() => shown.count()).toBe(0);
  expect(await change.count()).toBe(1);

  appendFileSync(path, '% changed');
  await change.click();
  await shown.getByText(t('problem.copy-changed.what', { path })).waitFor();
  expect(await shown.locator('canvas').count()).toBe(0);
  expect(app.problems()).toEqual([]);
});

test('a copy that breaks off is not saved, and the row says so', async () => {
  await using app = await withSavedCopy('truncated');
  await row(app, 'Lease.pdf').click();
  await panel(app).getByText(t('problem.copy-not-whole.what')).waitFor();
  expect(await row(app, 'Lease.pdf').getAttribute('aria-label')).not.toContain('signed copy saved');
  expect(
    await panel(app)
      .getByRole('button', { name: t('copy.open') })
      .count(),
  ).toBe(0);
  // The service has the whole copy again.
  stage.service.options.badCopies = null;
  await panel(app)
    .getByRole('button', { name: t('copy.save') })
    .click();
  await expect.poll(() => row(app, 'Lease.pdf').getAttribute('aria-label')).toContain('signed copy saved, signed by 1');
});

test('an unsigned copy is saved again as long as the service has the document', async () => {
  await using app = await withSavedCopy('unsigned');
  await row(app, 'Lease.pdf').click();
  await panel(app)
    .getByText(pattern('details.chip.deletedEarliest'))
    .or(panel(app).getByText(pattern('details.chip.deleted')))
    .first()
    .waitFor();
  // The service has the signed file by now.
  stage.service.options.badCopies = null;
  await button(app, t('copy.saveAgain')).click();
  await expect.poll(() => row(app, 'Lease.pdf').getAttribute('aria-label')).toContain('signed copy saved, signed by 1');
  expect(await button(app, t('copy.saveAgain')).count()).toBe(0);
});

test('another document than the one that was sent says so', async () => {
  await using app = await withSavedCopy('other-document', 2);
  const sheet = await openSheet(app, 'differs');
  await sheet.getByText(t('verdict.sentence.differs')).waitFor();

  // Both side by side, page by page.
  await sheet.getByRole('button', { name: t('verdict.compare.open') }).click();
  const both = app.page.getByRole('dialog', { name: t('verdict.compare.title') });
  const side = (name: 'sent' | 'saved') => both.getByRole('region', { name: t(`verdict.compare.${name}`) });
  await both.getByText(t('verdict.compare.differs'), { exact: true }).waitFor();
  await side('sent').getByText('Page 1 of 2.').waitFor();
  await side('saved').getByText('Another document').waitFor();
  await both.getByText(t('verdict.compare.progress', { count: 1, done: 1 })).waitFor();
  await both.getByText(t('verdict.compare.pages', { sent: 2, saved: 1 })).waitFor();
  await both.getByRole('button', { name: t('preview.next') }).press('Enter');
  await both.getByText(t('preview.pageOf', { page: 2, pages: 2 }), { exact: true }).waitFor();
  await expect.poll(() => focused(app)).toBe(t('preview.next'));
  await side('sent').getByText('Page 2 of 2.').waitFor();
  await side('saved').getByText(t('verdict.compare.only-sent')).waitFor();
  // There is no third page.
  await app.page.keyboard.press('ArrowRight');
  await app.page.keyboard.press('ArrowLeft');
  await side('saved').getByText('Another document').waitFor();
  await app.page.keyboard.press('Escape');
  await expect.poll(() => both.count()).toBe(0);
  await app.page.keyboard.press('Escape');

  // What was sent is gone.
  const spool = join(app.home, 'spool');
  for (const name of readdirSync(spool).filter((one) => one.endsWith('.bin'))) rmSync(join(spool, name));
  await panel(app)
    .getByRole('button', { name: chip('differs') })
    .click();
  await sheet.getByText(t('verdict.compare.gone')).waitFor();
  expect(await sheet.getByRole('button', { name: t('verdict.compare.open') }).count()).toBe(0);
  expect(app.problems()).toEqual([]);
});

test('a file that is signed already says so before it is sent, and while it waits for a person', async () => {
  await using app = await stage.connected();
  const signed = signPdf(makePdf(), { signer: makeTestPeople().anna });
  const changed = append(signed, { [contents]: streamOf('other') });
  const by = t('signatures.before.by', { names: signer });
  await app.drop(middle, [stage.put('Signed.pdf', signed.bytes)]);
  await sendSheet(app).getByText(by).waitFor();
  await sendSheet(app).getByText(t('signatures.state.intact')).waitFor();
  await sendSheet(app).getByText(t('signatures.before.onTop')).waitFor();
  await addSignees(app, 'anna@muster.ch');
  await chooseMore(app, t('send.otherWays'), t('send.hold'));
  await heldRow(app, 'Signed.pdf').waitFor();
  await row(app, 'Signed.pdf').click();
  await panel(app).getByText(by).waitFor();

  await app.drop(middle, [stage.put('Changed.pdf', changed.bytes)]);
  await sendSheet(app).getByText('this was added or changed: page content (page 1)').waitFor();
  await sendSheet(app).getByText(t('signatures.before.ask')).waitFor();
  expect(await sendSheet(app).getByText(t('signatures.before.onTop')).count()).toBe(0);
  expect(app.problems()).toEqual([]);
});
