import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { addSignees, groups, middle, panel, row, sheet, undoFor } from './on-page.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

/** Sends a document whose row arrives later: the list shows other rows meanwhile. */
async function sendBesideOthers(app: App): Promise<void> {
  await undoFor(app, 60);
  await hand(app, 'hold', 'Lease.pdf');
  await row(app, 'Lease.pdf').click();
  await panel(app).getByRole('heading', { name: 'Lease.pdf' }).waitFor();
  // The new row is not among these yet, so it arrives later.
  await groups(app).selectOption('ready');
  await app.drop(middle, [stage.put('Contract.pdf', await contract(1))]);
  await addSignees(app, 'Anna Muster <anna@muster.ch>');
  await sheet(app)
    .getByRole('button', { name: t('submission.sendTo', { count: 1 }) })
    .click();
  await sheet(app).waitFor({ state: 'detached' });
}

/** Undo lists the new row. The details would follow the keyboard into it. */
async function letRowArrive(app: App): Promise<void> {
  await app.page.evaluate(() => window.countersign.outbox.commandAll({ kind: 'undo' }));
  await row(app, 'Contract.pdf').waitFor();
  await app.page.evaluate(() => window.countersign.state.get());
  expect(await panel(app).getByRole('heading', { name: 'Lease.pdf' }).count()).toBe(1);
}

test('a row that arrives after Send leaves a menu that a person has opened meanwhile', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await sendBesideOthers(app);
  // As a screen reader presses it: neither a key nor the pointer.
  await panel(app)
    .getByRole('button', { name: t('details.more') })
    .evaluate((more: HTMLElement) => more.click());
  await page.getByRole('menu').waitFor();
  await letRowArrive(app);
  expect(await page.getByRole('menu').count()).toBe(1);
  expect(app.problems()).toEqual([]);
});

test('a row that arrives after Send leaves the keyboard in the palette', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await sendBesideOthers(app);
  const palette = page.getByRole('dialog', { name: t('shortcuts.name.palette') });
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await letRowArrive(app);
  await page.keyboard.type('Lea');
  await expect.poll(() => palette.locator('input').inputValue()).toBe('Lea');
  expect(app.problems()).toEqual([]);
});
