import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PartPages, startPartPages } from './part-page.ts';
import type { PageResult } from './signees/page.tsx';
import { pattern, t } from './texts.ts';

/** The editor of signees alone, in Chromium, as a person uses it. */

let pages: PartPages;
beforeAll(async () => {
  pages = await startPartPages(join(import.meta.dirname, 'signees'), '[role="combobox"]');
});
afterAll(async () => {
  await pages[Symbol.asyncDispose]();
});
afterEach(() => {
  expect(pages.problems).toEqual([]);
});

const field = (page: Page) => page.getByRole('combobox', { name: t('signees.add') });
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true });
const said = (page: Page) => page.locator('section > [role="status"]').textContent();

async function paste(page: Page, text: string): Promise<void> {
  await field(page).focus();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

const result = (page: Page) => page.evaluate<PageResult>('result');
const signees = async (page: Page) => (await result(page)).signees;
/** `anna 0, beat 1` */
const order = async (page: Page) =>
  (await signees(page)).map(({ email, order: step }) => `${email.split('@')[0]} ${step}`).join(', ');

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const within = at?.closest('[role="row"]')?.getAttribute('aria-label') ?? '';
    return `${within}: ${at?.getAttribute('role') ?? at?.getAttribute('aria-label') ?? ''}`;
  });

async function withThree(query = 'ordered=yes'): Promise<Page> {
  const page = await pages.open(query);
  await paste(page, 'Anna <anna@muster.ch>; Beat <beat@frei.ch>; Carla <carla@rossi.it>');
  await row(page, 'Carla').waitFor();
  return page;
}

describe('who signs', () => {
  test('is pasted in any form; what is wrong is told at its row and mended there', async () => {
    await using page = await pages.open();
    await paste(page, 'Name\tE-mail\tNote\nAnna Muster\tanna@muster.ch\tPage 2\nBeat\tbeat at frei.ch\t');
    await paste(page, 'BEGIN:VCARD\nFN:Carla\nEMAIL:anna@MUSTER.ch\nEND:VCARD');
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    expect(await said(page)).toBe(`${t('signees.added', { count: 1 })} ${t('signees.toMend', { count: 3 })}`);
    const address = (name: string) => row(page, name).getByRole('textbox', { name: t('signees.email') });
    const problem = async (name: string) => {
      const id = await address(name).getAttribute('aria-describedby');
      return id === null ? null : page.locator(`[id="${id}"]`).textContent();
    };
    expect(await problem('Anna Muster')).toBe(t('signees.problem.duplicate'));
    expect(await problem('Beat')).toBe(t('signees.problem.space'));
    expect(await problem('Carla')).toBe(t('signees.problem.duplicate'));

    await page.getByRole('button', { name: t('signees.showNext') }).click();
    await expect.poll(() => focused(page)).toBe(`Anna Muster: ${t('signees.email')}`);
    await page.getByRole('button', { name: t('signees.showNext') }).click();
    await expect.poll(() => focused(page)).toBe(`Beat: ${t('signees.email')}`);
    await address('Beat').fill('beat@frei.ch');
    await address('Carla').fill('carla@rossi.it');
    await expect.poll(() => problem('Anna Muster')).toBeNull();
    expect(await page.getByRole('button', { name: t('signees.showNext') }).count()).toBe(0);
    expect(await signees(page)).toMatchObject([
      { email: 'anna@muster.ch', comment: 'Page 2' },
      { email: 'beat@frei.ch' },
      { email: 'carla@rossi.it' },
    ]);
  });

  test('is typed: a person known, an address, one after the other; what is left in the field is not forgotten', async () => {
    await using page = await pages.open();
    await field(page).focus();
    await page.keyboard.type('anna');
    await page.getByRole('option', { name: /Anna Muster/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await row(page, 'Anna Muster').waitFor();
    await page.keyboard.type('jürg@müller.ch;Dora, Max <max@dora.ch>');
    await page.keyboard.press('Enter');
    await row(page, 'Dora, Max').waitFor();
    expect((await signees(page)).map(({ email }) => email)).toEqual([
      'anna@muster.ch',
      'jürg@müller.ch',
      'max@dora.ch',
    ]);

    await page.keyboard.type('beat');
    await page.getByRole('option', { name: 'beat@frei.ch' }).waitFor();
    await page.keyboard.press('Escape');
    expect((await result(page)).pending).toBe('beat');
    await page.keyboard.press('Shift+Tab');
    await page.getByText(t('signees.notAdded')).waitFor();
    await field(page).focus();
    await page.keyboard.type('@frei.ch');
    await page.getByText(t('signees.addNow'), { exact: true }).click();
    await row(page, 'beat@frei.ch').waitFor();
    expect((await result(page)).pending).toBe('');
    await expect.poll(() => field(page).inputValue()).toBe('');
  });

  test('is looked for without a word about an empty list', async () => {
    await using page = await pages.open();
    await field(page).focus();
    await page.keyboard.type('anna');
    const announced = page.locator('[data-live-announcer]');
    await expect.poll(() => announced.textContent()).toMatch(/option/);
    await page.keyboard.type('zz');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await expect.poll(() => field(page).inputValue()).toBe('annazz');
    expect(await announced.textContent()).not.toMatch(/\b0\b/);
  });

  test('is put in order by keyboard alone, and every move is read out', async () => {
    await using page = await withThree();
    await page.keyboard.press('Shift+Tab');
    // Backwards into the list: its last row, as a whole.
    await expect.poll(() => focused(page)).toMatch(/^Carla: /);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Carla: row');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => said(page)).toBe(t('signees.moved', { who: 'Carla', step: 2, steps: 3 }));
    expect(await order(page)).toBe('anna 0, carla 1, beat 2');
    await expect.poll(() => focused(page)).toBe('Carla: row');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => order(page)).toBe('carla 0, anna 1, beat 2');

    // Also from within a field, which keeps its place.
    await row(page, 'Carla')
      .getByRole('textbox', { name: t('signees.note') })
      .focus();
    await page.keyboard.type('For Bern');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.type('!');
    await expect.poll(() => order(page)).toBe('anna 0, carla 1, beat 2');
    expect((await signees(page))[1]?.comment).toBe('For Ber!n');

    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => order(page)).toBe('anna 0, carla 0, beat 1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toBe('Anna: row');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(`Anna: ${t('signees.email')}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect.poll(() => said(page)).toBe(t('signees.removed', { who: 'Anna' }));
    await expect.poll(() => focused(page)).toBe('Carla: row');
    expect(await order(page)).toBe('carla 0, beat 1');
    await page.keyboard.press('Delete');
    await expect.poll(() => focused(page)).toBe('Beat: row');
    await page.keyboard.press('Delete');
    await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await signees(page)).toEqual([]);
  });

  test('keeps the focus in a row that is moved to the first place by its button "together"', async () => {
    await using page = await withThree();
    const beat = row(page, 'Beat');
    // The list sends the focus back to where it was last, unless it comes by a row.
    await beat.focus();
    await beat.getByRole('button', { name: t('signees.togetherWith', { who: 'Beat' }) }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => order(page)).toBe('beat 0, anna 1, carla 2');
    await expect.poll(() => focused(page)).toBe('Beat: row');
  });

  test('is dragged: between two rows, and onto a row to sign together', async () => {
    await using page = await withThree();
    await row(page, 'Carla').dragTo(row(page, 'Anna'), {
      sourcePosition: { x: 20, y: 22 },
      targetPosition: { x: 20, y: 3 },
    });
    await expect.poll(() => order(page)).toBe('carla 0, anna 1, beat 2');
    await row(page, 'Beat').dragTo(row(page, 'Carla'), {
      sourcePosition: { x: 20, y: 22 },
      targetPosition: { x: 20, y: 22 },
    });
    await expect.poll(() => order(page)).toBe('carla 0, beat 0, anna 1');
    expect(await said(page)).toBe(t('signees.moved', { who: 'Beat', step: 1, steps: 2 }));

    // Marking text with the mouse is no dragging.
    const address = row(page, 'Anna').getByRole('textbox', { name: t('signees.email') });
    const box = await address.boundingBox();
    if (!box) throw new Error('The address is not there');
    await page.mouse.move(box.x + 80, box.y + 16);
    await page.mouse.down();
    await page.mouse.move(box.x + 1, box.y + 16, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.type('x');
    expect(await order(page)).toMatch(/^carla 0, beat 0, x.* 1$/);
    await row(page, 'Anna').dragTo(row(page, 'Carla'), {
      sourcePosition: { x: 20, y: 22 },
      targetPosition: { x: 20, y: 3 },
    });
    await expect.poll(() => order(page)).toMatch(/^x.* 0, carla 1, beat 1$/);
  });

  test('is dragged by keyboard, place by place', async () => {
    await using page = await withThree();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Anna: Drag Anna');
    await page.keyboard.press('Enter');
    const place = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(place).toBe('Insert between Anna and Beat');
    await page.keyboard.press('ArrowDown');
    await expect.poll(place).toBe('Drop on Beat');
    await page.keyboard.press('ArrowDown');
    await expect.poll(place).toBe('Insert between Beat and Carla');
    await page.keyboard.press('Enter');
    await expect.poll(() => order(page)).toBe('beat 0, anna 1, carla 2');
    await expect.poll(() => focused(page)).toMatch(/^(?:Anna|Beat|Carla): row$/);
  });

  test('has no order where it does not matter, and gets it back', async () => {
    await using page = await withThree();
    await page.getByRole('button', { name: t('signees.togetherWith', { who: 'Beat' }) }).click();
    await expect.poll(() => order(page)).toBe('anna 0, beat 0, carla 1');
    await page.getByText(t('signees.anyOrder')).click();
    await expect.poll(async () => (await signees(page)).every(({ order: step }) => step === null)).toBe(true);
    expect(await page.getByRole('button', { name: pattern('signees.togetherWith') }).count()).toBe(0);
    await page.getByText(t('signees.inOrder')).click();
    await expect.poll(() => order(page)).toBe('anna 0, beat 0, carla 1');
  });
});

describe('five hundred signees', () => {
  test('are a grid with true row numbers of which only what is in sight is drawn', async () => {
    await using page = await pages.open('count=500&ordered=yes');
    const grid = page.getByRole('grid', { name: t('signees.list') });
    await row(page, 'Person 3').waitFor();
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('500');
    expect(await grid.getByRole('row').count()).toBeLessThan(40);
    await row(page, 'Person 0').click({ position: { x: 52, y: 22 } });
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Person 499: row');
    await expect.poll(() => row(page, 'Person 499').getAttribute('aria-rowindex')).toBe('500');
    // The last of them, far from the first that gets its address.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('person0@muster.ch');
    await page.getByText(t('signees.toMend', { count: 2 })).waitFor();
    await page.getByRole('button', { name: t('signees.showNext') }).click();
    await expect.poll(() => focused(page)).toBe(`Person 0: ${t('signees.email')}`);
    // By keyboard too, though the list was left at another row.
    await page.getByRole('button', { name: t('signees.showNext') }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(`Person 499: ${t('signees.email')}`);
  });

  test('are written to without touching other rows', async () => {
    await using page = await pages.open('count=500&ordered=yes');
    await row(page, 'Person 1')
      .getByRole('textbox', { name: t('signees.email') })
      .click();
    await page.evaluate(() => {
      const touched = new Set<string>();
      Object.assign(globalThis, { touched });
      // React clears the name of each nameless field that it draws again.
      const own = HTMLInputElement.prototype.removeAttribute;
      HTMLInputElement.prototype.removeAttribute = function removeAttribute(name) {
        const within = this.closest('[role="row"]')?.getAttribute('aria-label');
        if (name === 'name' && within) touched.add(within);
        own.call(this, name);
      };
    });
    await page.keyboard.type('abc');
    const touched = () => page.evaluate<string[]>('[...touched]');
    await expect.poll(touched).toEqual(['Person 1']);
    await field(page).focus();
    await page.keyboard.type('xy');
    await expect.poll(async () => (await result(page)).pending).toBe('xy');
    expect(await touched()).toEqual(['Person 1']);
  });

  test('are the most: one more is told at once, and far too many are not taken', async () => {
    await using page = await pages.open('count=499');
    await paste(page, 'a@b.ch, c@d.ch');
    await page.getByText(t('signees.tooMany', { limit: 500, count: 1 })).waitFor();
    const many = Array.from({ length: 600 }, (_none, at) => `x${at}@y.ch`).join('\n');
    await paste(page, many);
    await page.getByText(t('signees.pasteTooLong', { limit: 1_000 })).waitFor();
    expect((await signees(page)).length).toBe(501);
  });
});

test('what others have to say about a signee stands at its row', async () => {
  await using page = await pages.open('count=4&refused=yes');
  await row(page, 'Person 2').getByText('The service refused this one.').waitFor();
  await page.getByText(t('signees.toMend', { count: 1 })).waitFor();
});
