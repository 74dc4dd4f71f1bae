import { describe, expect, test } from 'vitest';
import { setStage } from './stage.ts';
import { t } from './texts.ts';

/** The list by keyboard alone. How every screen looks is told in every-screen.test.ts. */

const stage = setStage();

describe('accessibility', () => {
  test('a list of documents is a grid with true row numbers, walked by keyboard alone', async () => {
    await using app = await stage.launch();
    const { page } = app;
    const { service } = stage;
    const { id, username, password } = service.people.createServiceUser();
    for (let number = 1; number <= 60; number += 1)
      await service.documents.add(id, { name: `Contract ${number}.pdf`, status: number % 2 ? 'in-progress' : 'draft' });
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: t('connect.next') }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel(t('signIn.paste')).fill(`${username}\n${password}`);
    await page.getByRole('button', { name: t('connect.next') }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: t('signInTest.finish') }).focus();
    await page.keyboard.press('Enter');

    const grid = page.getByRole('grid', { name: t('documents.title') });
    // Rows come as the overview is read, page by page.
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('62');
    await page.getByRole('button', { name: t('send.many') }).focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex') ?? null);
    await expect.poll(focused).toBe('2');
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown');
    // Thirty further, past the heading of the second group.
    await expect.poll(focused).toBe('33');
    await page.keyboard.press('End');
    await expect.poll(focused).toBe('62');
    await page.keyboard.press('Home');
    await expect.poll(focused).toBe('2');
    expect(app.problems()).toEqual([]);
  });
});
