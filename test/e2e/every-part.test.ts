import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../preload/contract/language.ts';
import { limit, setLooks } from './every-look.ts';
import { type PartPages, startPartPages } from './part-page.ts';
import { faults } from './screen-faults.ts';
import { t } from './texts.ts';

/** The page of `npm run ui`: every part of the window in every state, without the app, in every look. */

const heading = '#root h1';
let pages: PartPages;
beforeAll(async () => {
  pages = await startPartPages(join(import.meta.dirname, '../ui'), heading);
});
afterAll(() => pages[Symbol.asyncDispose]());

/** The dialog that the page opens with. */
let dialog = '';
async function load(page: Page, language: Language): Promise<void> {
  await page.goto(`${pages.address}?language=${language}&dialog=${dialog}`);
  await page.locator(heading).waitFor();
}
const { look, lookAndWalk, expectNoFault } = setLooks(load);
const shown = (page: Page) => ({ page, problems: () => [...pages.problems] });

describe('every part of the window in every look', { timeout: limit }, () => {
  test('all of them, and a form above them', async () => {
    await using page = await pages.open();
    await lookAndWalk(shown(page), 'parts', heading);
    dialog = 'form';
    await load(page, 'en');
    await look(shown(page), 'parts: form', '[role="dialog"]');
    expectNoFault(shown(page));
  });

  test('and a form that waits for main: its fields rest, and it can be closed', async () => {
    await using page = await pages.open();
    dialog = 'working';
    await load(page, 'en');
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Field' }).press('Enter');
    await form.getByText(t('personOrder.working')).waitFor();
    const canBeTyped = form.getByRole('textbox', { name: 'Field' }).evaluate((at) => {
      at.focus();
      return document.activeElement === at;
    });
    expect(await canBeTyped).toBe(false);
    await form.getByRole('button', { name: t('send.close') }).click();
    await form.waitFor({ state: 'detached' });
    expectNoFault(shown(page));
  });

  test('a form that was closed while main worked closes nothing later, and its refusal is told', async () => {
    await using page = await pages.open();
    const form = page.getByRole('dialog');
    for (const answer of ['saved', 'refused']) {
      dialog = 'working';
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await load(page, 'en');
      await form.getByRole('textbox', { name: 'Field' }).press('Enter');
      await form.getByRole('button', { name: t('send.close') }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'form', exact: true }).click();
      await form.waitFor();
      await page.evaluate((name) => void dispatchEvent(new Event(`main-${name}`)), answer);
      if (answer === 'refused') await page.getByText(t('problem.not-now.what')).waitFor();
      await form.getByRole('button', { name: t('connect.cancel') }).click();
      await form.waitFor({ state: 'detached' });
    }
    expectNoFault(shown(page));
  });

  test('and an open menu', async () => {
    await using page = await pages.open();
    await page.getByRole('button', { name: 'More commands', exact: true }).click();
    await page.getByRole('menu').waitFor();
    expect(await faults({ page })).toEqual([]);
  });
});

test('a notice in a narrow window has the whole width for its words, and the button for the rest is below', async () => {
  await using page = await pages.open('', { width: 320, height: 256 });
  const stack = page.getByRole('region', { name: t('notices.label'), exact: true });
  const [whole, words, more] = await Promise.all(
    [stack, stack.getByRole('paragraph'), stack.getByRole('button')].map((one) => one.boundingBox()),
  );
  expect(words?.width).toBe(whole?.width);
  expect(more?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
});
