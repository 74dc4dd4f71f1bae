import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hand } from './hand.ts';
import { button, focused, panel, row, sheet, signees } from './on-page.ts';
import { contract } from './preview/samples.ts';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

/** A busy computer draws its next frame late. The next key of a person does not wait for it. */

const stage = setStage();

/** Holds back what the window does in its next frames, until it is let go. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window;
    const calls = new Map<number, FrameRequestCallback>();
    let last = 0;
    window.requestAnimationFrame = (call) => {
      last -= 1;
      calls.set(last, call);
      return last;
    };
    window.cancelAnimationFrame = (id) => void (calls.delete(id) || cancel.call(window, id));
    return { ask, calls };
  });
  return () =>
    held.evaluate(({ ask, calls }) => {
      window.requestAnimationFrame = ask;
      // A call may cancel another one.
      ask.call(window, (at) => {
        for (const [id, call] of calls) if (calls.delete(id)) call(at);
      });
    });
}

test('the key after the one that closes a dialog, a question or a menu acts where the focus was', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const { keyboard } = page;
  await hand(app, 'hold', 'First.pdf', 'Second.pdf');
  const palette = page.getByRole('dialog', { name: t('shortcuts.name.palette') });
  await row(app, 'First.pdf').focus();
  await keyboard.press('Control+k');
  await expect.poll(() => focused(app)).toBe(t('shortcuts.search'));
  let letGo = await holdFrames(page);
  await keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await keyboard.press('Control+a');
  await page.getByText(t('selection.count', { count: 2 })).waitFor();
  await letGo();
  await keyboard.press('Escape');
  await page.getByText(t('selection.count', { count: 2 })).waitFor({ state: 'detached' });

  await row(app, 'First.pdf').focus();
  await keyboard.press('Delete');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await expect.poll(() => question.evaluate((at) => at.contains(document.activeElement))).toBe(true);
  letGo = await holdFrames(page);
  await keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  // Delete chose the row. This one lets go of it.
  await keyboard.press('Escape');
  await page.getByText(t('selection.count', { count: 1 })).waitFor({ state: 'detached' });
  await letGo();

  await keyboard.press('Enter');
  await panel(app).getByRole('heading', { name: 'First.pdf' }).waitFor();
  await button(app, t('details.more')).focus();
  await keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect.poll(() => menu.evaluate((at) => at.contains(document.activeElement))).toBe(true);
  letGo = await holdFrames(page);
  await keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  // The first one closed the menu, this one the details.
  await keyboard.press('Escape');
  await panel(app).waitFor({ state: 'detached' });
  await letGo();
  expect(app.problems()).toEqual([]);
});

test('what is typed after F is text at once, also when the palette or the menu asked for the search', async () => {
  await using app = await stage.connected();
  const { page } = app;
  const { keyboard } = page;
  await hand(app, 'hold', 'First.pdf');
  const search = page.getByRole('searchbox', { name: t('documents.search') });
  await row(app, 'First.pdf').focus();
  const letGo = await holdFrames(page);
  // N would ask for files.
  await keyboard.type('fn');
  await expect.poll(() => search.inputValue()).toBe('n');
  await search.fill('');

  await row(app, 'First.pdf').focus();
  await keyboard.press('Control+k');
  await expect.poll(() => focused(app)).toBe(t('shortcuts.search'));
  await keyboard.insertText(t('shortcuts.name.find'));
  const command = page.getByRole('option', { name: t('shortcuts.name.find') });
  await command.waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await command.waitFor({ state: 'detached' });
  await expect.poll(() => focused(app)).toBe(t('documents.search'));

  await page
    .getByRole('navigation')
    .getByRole('button', { name: t('nav.profiles') })
    .click();
  await page.getByRole('heading', { name: t('nav.profiles'), level: 1 }).waitFor();
  await app.clickMenu([t('menu.view'), t('shortcuts.name.find')]);
  await expect.poll(() => focused(app)).toBe(t('documents.search'));
  await letGo();
  expect(app.problems()).toEqual([]);
});

test('what is typed after the files were chosen is text of the sheet that comes', async () => {
  await using app = await stage.connected();
  const { page } = app;
  await app.answerDialog({ dialog: 'open', paths: [stage.put('Offer.pdf', await contract(1))] });
  // In the list, the second letter would ask for files once more.
  await page.evaluate(() => {
    for (const key of ['n', 'n', 'o', '@', 'x', '.', 'c', 'h', 'Enter', 'b', 'e'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  await sheet(app).getByRole('row', { name: 'no@x.ch' }).waitFor();
  await expect.poll(() => signees(app).inputValue()).toBe('be');
  expect(app.problems()).toEqual([]);
});
