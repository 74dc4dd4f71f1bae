import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { button, pause, row, undoFor } from './on-page.ts';
import { passPollingWindow } from './polling-window.ts';
import { layoutFaults } from './screen-faults.ts';
import { setStage } from './stage.ts';
import { pattern, t, textIn } from './texts.ts';

const stage = setStage();

const unknownOption = t('problem.option-unknown.what', { option: '--conection=x.json' });

/** Many documents, and every notice that can come together: a failed check, a pause, a doubt and a wrong option. */
async function withNotices(): Promise<App> {
  await using begun = new AsyncDisposableStack();
  const app = begun.use(await stage.connected());
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await hand(app, 'hold', `${name}.pdf`);
  }
  stage.service.options.forced.push({ operation: 'upload', times: 1, force: { kind: 'lose-after-commit' } });
  await hand(app, 'draft', 'Doubt.pdf');
  await app.page.getByText(t('outbox.waitForCheck', { count: 1 })).waitFor();
  await pause(app, true);
  stage.service.options.forced.push({ operation: 'overview', times: 9, force: { kind: 'answer', status: 503 } });
  await passPollingWindow(app, stage);
  await app.page.getByRole('alert').waitFor();
  await app.secondInstance(['--conection=x.json']);
  await app.page.getByText(unknownOption).waitFor();
  begun.move();
  return app;
}

const rowsInSight = ({ page }: App) =>
  page.evaluate(() => {
    const list = document.querySelector('[role="grid"]')?.getBoundingClientRect();
    const bar = document.querySelector('footer')?.getBoundingClientRect();
    const [top, bottom] = [list?.top ?? 0, Math.min(list?.bottom ?? 0, bar?.top ?? innerHeight)];
    return [...document.querySelectorAll('[data-place]')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom + 1;
    }).length;
  });

test('all notices take the room of one, the worst one first, and the others unfold', async () => {
  await using app = await withNotices();
  const { page } = app;
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: pattern('problem.service-down.what') }).waitFor();
  await button(app, t('notices.more', { count: 3 })).focus();
  await page.keyboard.press('Enter');
  await button(app, t('outbox.resume')).waitFor();
  await alert.filter({ hasText: unknownOption }).waitFor();
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await button(app, t('problem.close')).click();
  await button(app, t('notices.less')).click();
  await button(app, t('notices.more', { count: 2 })).waitFor();
  await button(app, t('outbox.resume')).waitFor({ state: 'detached' });
});

test('in a window of 590 by 390 with every notice, three rows are in sight', async () => {
  await using app = await withNotices();
  const { page } = app;
  await page.setViewportSize({ width: 590, height: 390 });
  await row(app, 'A.pdf').waitFor();
  await expect.poll(() => rowsInSight(app)).toBeGreaterThanOrEqual(3);
  expect(await layoutFaults(app)).toEqual([]);
  await page.getByRole('combobox', { name: t('documents.filters') }).selectOption('drafts');
  await row(app, 'A.pdf').waitFor({ state: 'detached' });
});

test('a service that is away has one line, with what helps, also after a check that did not reach it', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await stage.service.close();
  await hand(app, 'draft', 'Waiting.pdf');
  const line = page.getByRole('region', { name: t('notices.label') });
  await line.getByText(pattern('submission.unreachable')).waitFor();
  // Neither its row nor the status line says that it is being sent, or the reason once more.
  await row(app, 'Waiting.pdf').getByText(t('submission.queued'), { exact: true }).waitFor();
  expect(await page.getByText(t('outbox.waiting', { count: 1 })).count()).toBe(0);
  await passPollingWindow(app, stage);
  await line.getByRole('button', { name: t('problem.retry') }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await line.getByRole('button', { name: pattern('notices.more', 1) }).count()).toBe(0);
  expect(app.problems()).toEqual([]);
});

test('a countdown of several is not cut in a small window, and as wide as the list in a large one', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await undoFor(app, 120);
  await hand(app, 'send', 'A.pdf', 'B.pdf');
  const region = page.getByRole('region', { name: t('notices.label') });
  await button(app, t('outbox.undoAll')).waitFor();
  const [strip, tools] = await Promise.all([
    region.locator('[data-tone]').boundingBox(),
    button(app, t('send.many')).boundingBox(),
  ]);
  expect((strip?.x ?? 0) + (strip?.width ?? 0)).toBe((tools?.x ?? 0) + (tools?.width ?? 0));
  await page.setViewportSize({ width: 590, height: 390 });
  await page.evaluate(() => window.countersign.settings.language({ choice: 'de' }));
  const words = page.getByRole('region', { name: textIn('de', 'notices.label') }).locator('[data-tone] p');
  await words.waitFor();
  expect(await words.evaluate((at) => at.scrollWidth <= at.clientWidth)).toBe(true);
  // The names of the buttons give way to their pictures, and stay for screen readers.
  await page.getByRole('button', { name: textIn('de', 'outbox.undoAll') }).click();
  await words.waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});

test('without a network it is said once that a document waits, and the notice goes when the network is back', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await undoFor(app, 120);
  await hand(app, 'send', 'Contract.pdf');
  await row(app, 'Contract.pdf').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  const waits = t('outbox.offline', { count: 1 });
  await page.getByRole('status').filter({ hasText: waits }).waitFor({ state: 'attached' });
  const shown = page.getByRole('region', { name: t('notices.label') }).getByText(waits, { exact: true });
  await shown.first().waitFor();
  // The row counts down to nothing either. Undo stays.
  const line = row(app, 'Contract.pdf').filter({ hasText: t('submission.queued') });
  await line.getByRole('button', { name: t('submission.command.undo') }).waitFor();
  expect(await line.getByText(/\d:\d\d/).count()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await row(app, 'Contract.pdf')
    .filter({ hasText: /\d:\d\d/ })
    .waitFor();
  await shown.first().waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});
