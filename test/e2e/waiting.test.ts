import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { button, focused, go, panel, row } from './on-page.ts';
import { connect } from './onboarding.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage, shapes } from './stage.ts';
import { t } from './texts.ts';
import { createTranscript } from './transcript.ts';

const stage = setStage();

const anna = 'anna@example.test';
const beat = 'beat@example.test';
const longestAgo = 28.001;
const documents = [
  { name: 'NDA.pdf', signees: [anna, beat], daysAgo: longestAgo },
  { name: 'Offer.pdf', signees: [anna], daysAgo: 9.001 },
  { name: 'Lease.pdf', signees: ['carla@example.test'], daysAgo: 8.002 },
  { name: 'Plan.pdf', signees: ['dora@example.test'], daysAgo: 8.001 },
  { name: 'Fresh.pdf', signees: ['emil@example.test'], daysAgo: 2.001 },
  { name: 'Signed.pdf', signees: ['cleo@example.test'], daysAgo: 0, status: 'signed' as const },
];

const table = ({ page }: App) => page.getByRole('grid', { name: t('waiting.table') });
/** Each row as a screen reader says it, without the deadline. */
const rows = (app: App) =>
  table(app)
    .getByRole('row')
    .evaluateAll((lines) => lines.map((line) => (line.getAttribute('aria-label') ?? '').replace(/, Due: [^,]*/, '')));
const remind = (app: App, who: string) => button(app, t('waiting.remindTitle', { who }));
const band = (app: App, name: 'long' | 'too-long' | 'all') =>
  app.page.getByRole('radio', { name: t(`waiting.band.${name}`) });
const mails = async (app: App) => (await app.opened()).map(({ target }) => new URL(target));

test.each(shapes)(
  'who has not signed for a week is there at once, and is reminded one after the other (%s)',
  async (shape) => {
    stage.service.options.signees = shape;
    const user = stage.service.people.createServiceUser();
    for (const { status = 'in-progress' as const, ...wish } of documents)
      await stage.service.documents.add(user.id, { ...wish, status });
    stage.service.options.forced.push({ operation: 'details', times: 1, force: { kind: 'answer', status: 503 } });
    await using app = await stage.launch();
    const { page } = app;
    await connect(app, stage.service, user);
    await go(app, 'waiting');
    // Before the documents were read nobody claims that nobody has to sign.
    await page.getByText(t('waiting.unread.details', { read: 0, all: 5 })).waitFor();
    await page.getByRole('heading', { name: t('waiting.noneYet') }).waitFor();
    // Nor that there are no documents of a person. Only the signed one was read, to save its copy.
    await go(app, 'documents');
    const people = page.getByText(t('documents.unreadPeople', { count: 5 }));
    await page.getByRole('searchbox').fill('NDA');
    await row(app, 'NDA.pdf').waitFor();
    await people.waitFor();
    await page.getByRole('searchbox').fill('anna');
    await page.getByRole('heading', { name: t('documents.noneYet') }).waitFor();
    expect(await people.count()).toBe(1);
    await passPollingWindow(app, stage);
    await row(app, 'NDA.pdf').waitFor();
    await people.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await go(app, 'waiting');
    await table(app).waitFor();
    await expect
      .poll(() => rows(app))
      .toEqual([
        `${anna}, NDA.pdf, Waiting: 28 days`,
        `${anna}, Offer.pdf, Waiting: 9 days`,
        `${beat}, NDA.pdf, Waiting: 28 days`,
        'carla@example.test, Lease.pdf, Waiting: 8 days',
        'dora@example.test, Plan.pdf, Waiting: 8 days',
      ]);
    await page.getByText(/ waiting documents read/).waitFor({ state: 'detached' });
    const told = await createTranscript(app);
    await told.read('The tools', 'main header');
    await told.read('The table', '[role="grid"]');

    await band(app, 'too-long').click();
    await expect.poll(() => rows(app)).toHaveLength(2);
    await band(app, 'all').click();
    await expect.poll(async () => (await rows(app)).at(-1)).toBe('emil@example.test, Fresh.pdf, Waiting: 2 days');
    await page.getByRole('searchbox').fill('nobody');
    await page.getByRole('heading', { name: t('waiting.noMatch') }).waitFor();
    await button(app, t('documents.showAll')).click();

    // One person: straight to the mail.
    await remind(app, 'emil@example.test').click();
    await page.getByText(t('waiting.opened', { who: 'emil@example.test' })).waitFor();
    await expect.poll(async () => (await mails(app)).map(({ pathname }) => pathname)).toEqual(['emil@example.test']);
    await expect.poll(async () => (await rows(app)).at(-1)).toContain('Reminder prepared: today');

    // Four people: one key for each. Emil was reminded today.
    await button(app, t('waiting.remindPeople', { count: 4 })).press('Enter');
    for (const [at, who] of [beat, 'carla@example.test', 'dora@example.test'].entries()) {
      await page.getByText(t('waiting.step', { at: at + 1, all: 4 })).waitFor();
      await expect.poll(() => focused(app)).toContain(t('waiting.next', { who }));
      await page.keyboard.press('Enter');
    }
    await page.getByText(t('waiting.step', { at: 4, all: 4 })).waitFor();
    await told.hear('Reminders');
    await expect.poll(async () => (await mails(app)).map(({ pathname }) => pathname)).toHaveLength(5);
    const toAnna = (await mails(app)).find(({ pathname }) => pathname === anna);
    expect(toAnna?.searchParams.get('body')).toMatch(/- NDA\.pdf[^]*- Offer\.pdf/);
    expect(await page.getByRole('button', { name: /^Remind \d/ }).count()).toBe(0);

    // In another language the mail is shown first.
    await remind(app, anna).click();
    // Until her mail is open, the person of the last round is named.
    await page.getByText(t('waiting.opened', { who: anna })).waitFor();
    await button(app, t('waiting.otherLanguage')).click();
    await page.getByLabel(t('waiting.language')).selectOption('de');
    await page.getByRole('dialog').getByText('Bitte 2 Dokumente unterschreiben').waitFor();
    await button(app, t('waiting.openMail')).click();
    await expect
      .poll(async () => (await mails(app)).at(-1)?.searchParams.get('body'))
      .toContain('- NDA.pdf (Einladung vom');
    await button(app, t('problem.close')).click();

    // The month: figures, a chart, and tables that say the same.
    const month = page.getByRole('region', { name: new RegExp(`${new Date().getFullYear()}`) });
    await month.getByRole('img', { name: t('month.chart') }).waitFor();
    const now = await month.getByRole('definition').allTextContents();
    // From the 29th of a month on, all of them were sent in it: the service keeps none for longer than 30 days.
    const isFirstMonth = new Date(Date.now() - longestAgo * 86_400_000).getMonth() === new Date().getMonth();
    expect(await button(app, t('month.before')).isDisabled()).toBe(isFirstMonth);
    if (!isFirstMonth) {
      await button(app, t('month.before')).click();
      await expect.poll(() => month.getByRole('definition').allTextContents()).not.toEqual(now);
      await button(app, t('month.after')).click();
    }
    await expect.poll(() => month.getByRole('definition').allTextContents()).toEqual(now);
    await expect.poll(() => button(app, t('month.after')).isDisabled()).toBe(true);
    await button(app, t('month.all')).click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /^cleo@example\.test 1 / })
      .waitFor();
    const file = join(stage.home, 'Signatures.csv');
    await app.answerDialog({ dialog: 'save', path: file });
    await button(app, t('month.save')).click();
    await page.getByText(t('month.saved')).waitFor();
    const saved = readFileSync(file, 'utf8');
    expect([saved.includes(t('month.signatures')), saved.includes(t('month.notWhole'))]).toEqual([true, false]);
    await page.keyboard.press('Escape');

    // One stop for the whole table, arrows within it.
    await button(app, t('calendar.saveAll')).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(app)).toContain('NDA.pdf');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(app)).toContain(t('waiting.remindTitle', { who: anna }));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await told.focus('The second row');
    await page.keyboard.press('Enter');
    await panel(app).getByRole('heading', { name: 'Offer.pdf' }).waitFor();
    await told.expectAs('signatures');
    expect(stage.service.records.breaches).toEqual([]);
    expect(app.problems()).toEqual([]);
  },
);

/** The app with the reminder for two people of one document. */
async function reminding(): Promise<App> {
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.launch());
  const user = stage.service.people.createServiceUser();
  await stage.service.documents.add(user.id, { name: 'A.pdf', status: 'in-progress', signees: [anna, beat] });
  await connect(app, stage.service, user);
  await row(app, 'A.pdf').click();
  await panel(app)
    .getByRole('button', { name: t('waiting.remind') })
    .click();
  begun.move();
  return app;
}

test('the mail to one person never stands below the name of the next, who has signed meanwhile', async () => {
  await using app = await reminding();
  const dialog = app.page.getByRole('dialog');
  await dialog.getByText(t('waiting.mailHint')).waitFor();
  const [document] = stage.service.documents.all();
  await stage.service.people.sign(document?.documentId ?? '', beat);
  await passPollingWindow(app, stage);
  await app.page
    .getByText(t('row.signedOf', { signed: 1, all: 2 }))
    .first()
    .waitFor();
  await button(app, t('waiting.skip')).click();
  await dialog.getByText(t('problem.nobody-waits.what')).waitFor();
  expect(await dialog.getByText(t('waiting.mailHint')).count()).toBe(0);
  expect(await button(app, t('waiting.openMail')).count()).toBe(0);
  expect(app.problems()).toEqual([]);
});

test('a double click opens the mail to one person, not to the next as well', async () => {
  await using app = await reminding();
  const { page } = app;
  const open = button(app, t('waiting.openMail'));
  await open.waitFor();
  // All presses at one moment are one double click, however long this test takes.
  const standStill = (at: number) =>
    page.evaluate((now) => {
      performance.now = () => now;
    }, at);
  await standStill(1_000_000);
  await open.click();
  await page.getByText(t('app.labelled', { label: t('waiting.to'), value: beat })).waitFor();
  await open.click();
  await standStill(1_001_000);
  // Whoever has read the next one presses again.
  await open.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await mails(app)).map(({ pathname }) => pathname)).toEqual([anna, beat]);
  expect(app.problems()).toEqual([]);
});
