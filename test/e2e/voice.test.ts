import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { addSignees, button, middle, sheet, undoFor } from './on-page.ts';
import { passPollingWindow } from './polling-window.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { pattern, t } from './texts.ts';
import { asLines, listen, said } from './voice.ts';

const stage = setStage();

const count = 200;
/** One is told by its name, which has a number as well. */
const numberIn = (text: string) => (pattern('outbox.started', 1).test(text) ? 1 : Number(/\d+/.exec(text)?.[0]));

/** The sentences that tell how many documents were sent. */
const news = async (app: App) =>
  (await said(app)).filter(({ text }) => [1, 2].some((some) => pattern('outbox.started', some).test(text)));
const readOut = async (app: App) => (await news(app)).reduce((sum, { text }) => sum + numberIn(text), 0);

test('two hundred files are dropped and sent: a few sentences, none of them twice, nobody left out', {
  timeout: 360_000,
}, async () => {
  await using app = await stage.connected();
  const { page } = app;
  await page.evaluate(() => window.countersign.settings.undo({ seconds: 0 }));
  const { folder } = stage.letters(count);

  await listen(app);
  await app.drop(middle, [folder]);
  await addSignees(app, 'anna@muster.ch');
  await sheet(app)
    .getByText(t('send.readyOf', { count, all: count }))
    .waitFor();
  await button(app, t('send.sendSeveral', { count })).click();
  await sheet(app).waitFor({ state: 'detached' });
  const handing = await said(app);
  await expect.poll(() => readOut(app), { timeout: 300_000 }).toBe(count);

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
  const sent = await news(app);
  expect(all.length, lines).toBe(handing.length + sent.length);
  const pauses = sent.slice(1).map(({ ms }, index) => ms - (sent[index]?.ms ?? 0));
  expect(
    pauses.filter((ms) => ms < 5_000),
    lines,
  ).toEqual([]);
  expect(app.problems()).toEqual([]);
});

test('as many documents as before are read out once more', async () => {
  await using app = await stage.connected();
  await app.page.evaluate(() => window.countersign.settings.undo({ seconds: 0 }));
  await listen(app);
  for (const round of [1, 2, 3]) {
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    await hand(app, 'send', `First ${round}.pdf`, `Second ${round}.pdf`);
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => readOut(app), { timeout: 60_000 }).toBe(2 * round);
  }
  expect(app.problems()).toEqual([]);
});

test('Undo is read out after the sheet has gone, however long that takes', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await undoFor(app, 60);
  await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
  await addSignees(app, 'anna@muster.ch');
  await button(app, t('submission.sendTo', { count: 1 })).waitFor();
  const silence = (isSilent: boolean) =>
    page.evaluate((is) => document.body.setAttribute('aria-hidden', String(is)), isSilent);
  await listen(app);
  await button(app, t('submission.sendTo', { count: 1 })).focus();
  await silence(true);
  await page.keyboard.press('Enter');
  await page.locator('[role="row"]', { hasText: 'Contract.pdf' }).waitFor();
  await page.locator('[role="dialog"]').waitFor({ state: 'detached' });
  // The countdown is in the page now, and after two frames also what is said of it.
  await page.locator('[role="row"]', { hasText: pattern('submission.sendingIn') }).waitFor();
  const counting = () =>
    page.evaluate(async () => {
      const answer = await window.countersign.state.get();
      return answer.ok && answer.value.state.outbox.counting !== null;
    });
  await expect.poll(counting).toBe(true);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await silence(false);
  const undoKeys = t('outbox.undoKeys', { keys: 'Ctrl+Z' });
  await expect.poll(async () => (await said(app)).some(({ text }) => text.endsWith(undoKeys))).toBe(true);
  expect(app.problems()).toEqual([]);
});

test('a check that runs by itself says nothing, one that a person asks for is answered', async () => {
  await using app = await stage.connected();
  await listen(app);
  const status = app.page.getByRole('status').filter({ hasText: pattern('check.asOf') });
  const nextCheck = async () => {
    const before = await status.textContent();
    await passPollingWindow(app, stage);
    // It tells a later time.
    await status.filter({ hasNotText: before ?? '' }).waitFor();
  };
  const texts = async () => (await said(app)).map(({ text }) => text);
  await nextCheck();
  expect(await texts()).toEqual([]);

  const heard = (sentences: number) => expect.poll(async () => (await texts()).length).toBe(sentences);
  await button(app, t('documents.check')).click();
  await heard(1);
  expect((await texts())[0]).toMatch(pattern('check.tooEarly'));
  // Who was told when, hears that it was so.
  await passPollingWindow(app, stage);
  await heard(3);
  expect((await texts()).slice(1)).toEqual([t('check.running'), expect.stringMatching(pattern('check.asOf'))]);
  await nextCheck();
  await heard(3);
  expect(app.problems()).toEqual([]);
});
