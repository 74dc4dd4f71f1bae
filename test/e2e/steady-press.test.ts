import { expect, test } from 'vitest';
import { hand } from './hand.ts';
import { groups, panel, row, says, undoFor } from './on-page.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

/** The page moves between the moment in which a person presses and the one in which they let go. */

const stage = setStage();

test('a press that opens a menu does not choose in it when the menu comes to lie under the pointer', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await hand(app, 'hold', 'Lease.pdf');
  await row(app, 'Lease.pdf').click();
  const more = panel(app).getByRole('button', { name: t('details.more') });
  await more.hover();
  await page.mouse.down();
  const first = page.getByRole('menuitem').first();
  await first.waitFor();
  const at = await more.boundingBox();
  const bringUnder = (popover: Element, y: number) => {
    const { top } = popover.getBoundingClientRect();
    if (popover instanceof HTMLElement) popover.style.translate = `0 ${y - top}px`;
  };
  await page
    .locator('.react-aria-Popover, [data-trigger="MenuTrigger"]')
    .first()
    .evaluate(bringUnder, at?.y ?? 0);
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await expect.poll(() => first.isVisible()).toBe(true);

  await page.keyboard.press('Escape');
  await first.waitFor({ state: 'detached' });
  // Who draws the pointer to an entry chooses it, as in every menu.
  await more.hover();
  await page.mouse.down();
  await first.hover({ force: true });
  await page.mouse.up();
  await first.waitFor({ state: 'detached' });
  expect(app.problems()).toEqual([]);
});

test('a press counts for the button where it began, although a new row has moved it away', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await undoFor(app, 60);
  await hand(app, 'hold', 'Lease.pdf');
  const send = row(app, 'Lease.pdf').getByRole('button', { name: t('submission.command.send') });
  const top = async () => (await send.boundingBox())?.y;
  await row(app, 'Lease.pdf').hover();
  await send.hover();
  const before = await top();
  await page.mouse.down();
  await hand(app, 'hold', 'Zebra.pdf');
  await row(app, 'Zebra.pdf').waitFor();
  await expect.poll(top).not.toBe(before);
  await page.mouse.up();
  await row(app, 'Lease.pdf')
    .getByRole('button', { name: t('submission.command.undo') })
    .waitFor();
  await groups(app).selectOption('ready');
  await row(app, 'Lease.pdf').waitFor({ state: 'detached' });
  expect(await row(app, 'Zebra.pdf').count()).toBe(1);
  expect(app.problems()).toEqual([]);
});

test('a press in open details counts, although a check lists the document in its middle', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await undoFor(app, 0);
  await hand(app, 'send', 'Lease.pdf');
  await says(app, 'Lease.pdf', t('submission.end.started')).waitFor();
  await row(app, 'Lease.pdf').click();
  const withdraw = panel(app).getByRole('button', { name: t('submission.command.withdraw') });
  await panel(app).getByText(t('signeeStatus.pending'), { exact: true }).waitFor();
  await panel(app).locator('figure canvas').waitFor();
  await withdraw.hover();
  await page.mouse.down();
  await passPollingWindow(app, stage);
  await panel(app)
    .getByRole('button', { name: t('waiting.remind') })
    .waitFor();
  await page.mouse.up();
  await page.getByRole('alertdialog').waitFor();
  expect(app.problems()).toEqual([]);
});

test('who draws the pointer away from a button before letting go presses nothing', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await hand(app, 'hold', 'Lease.pdf');
  const send = row(app, 'Lease.pdf').getByRole('button', { name: t('submission.command.send') });
  await row(app, 'Lease.pdf').hover();
  await send.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 3 });
  await page.mouse.up();
  // What a press had done would be there before this row.
  await hand(app, 'hold', 'Zebra.pdf');
  await row(app, 'Zebra.pdf').waitFor();
  expect(await send.count()).toBe(1);
  expect(app.problems()).toEqual([]);
});
