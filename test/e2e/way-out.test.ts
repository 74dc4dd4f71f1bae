import { expect, test } from 'vitest';
import type { App } from './app-handle.ts';
import { hand } from './hand.ts';
import { button, panel, row, undoFor } from './on-page.ts';
import { passPollingWindow } from './polling-window.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

const stage = setStage();

const letters = async (app: App) => (await app.opened()).map(({ target }) => new URL(target));

test('what only the owner of the account can allow is a letter to the owner', async () => {
  await using app = await stage.connected();
  await undoFor(app, 0);
  stage.service.options.forced.push({
    operation: 'upload',
    times: 1,
    force: { kind: 'answer', status: 403, body: '' },
  });
  await hand(app, 'send', 'Offer.pdf');
  await row(app, 'Offer.pdf').getByText(t('problem.not-allowed.what')).waitFor();
  await row(app, 'Offer.pdf').click();
  await panel(app)
    .getByRole('button', { name: t('wayOut.owner') })
    .click();
  await expect.poll(async () => (await letters(app)).at(-1)?.searchParams.get('subject')).toBe(t('owner.subject'));
  expect((await letters(app)).at(-1)?.searchParams.get('body')).toContain(t('owner.not-allowed'));
  await app.page.getByText(t('welcome.opened')).waitFor();
  expect(app.problems()).toEqual([]);
});

test('a wrong address leads to the connection, and a dialog over the problem keeps its own buttons', async () => {
  await using app = await stage.connected();
  stage.service.options.forced.push({
    operation: 'overview',
    times: 9,
    force: { kind: 'answer', status: 404, body: '' },
  });
  await passPollingWindow(app, stage);
  const alert = app.page.getByRole('alert');
  await alert.getByText(/./).first().waitFor();
  await button(app, t('diagnosis.run')).click();
  const dialog = app.page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('diagnosis.close') }).waitFor();
  expect(await dialog.getByRole('button', { name: t('settings.changeConnection') }).count()).toBe(0);
  await dialog.getByRole('button', { name: t('diagnosis.close') }).click();
  await alert.getByRole('button', { name: t('settings.changeConnection') }).click();
  await app.page.getByRole('textbox', { name: t('connection.base') }).waitFor();
  expect(app.problems()).toEqual([]);
});
