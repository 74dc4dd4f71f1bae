/** What surrounds the window on a desk: menus, the right mouse button, zoom, a page that stops, a second start. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { launchApp } from './launch-app.ts';
import { t, textIn } from './texts.ts';

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-desk-'));
  home = join(folder, 'app');
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const place = (isEditable: boolean) => ({
  isEditable,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: { canUndo: true, canRedo: true, canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
});

test('the menus speak the language of the window, and change with it', async () => {
  await using app = await launchApp({ home, locale: 'de-CH' });
  await app.page.locator('main').waitFor();
  const labels = async () => (await app.standin?.ask('menu', 'application'))?.map(({ label }) => label);
  expect(await labels()).toEqual(['Datei', 'Bearbeiten', 'Ansicht', 'Fenster', 'Hilfe']);
  const menu = await app.standin?.ask('menu', 'application');
  const ofWindow = menu?.flatMap(({ items }) => items).filter(({ accelerator }) => accelerator === 'Ctrl+,') ?? [];
  expect(ofWindow.map(({ enabled }) => enabled)).toEqual([false]);
  expect(menu?.[2]?.items.map(({ label }) => label)).toContain('Originalgrösse');
  await app.page.getByRole('button', { name: textIn('de', 'connect.network') }).click();
  await app.page.getByText('Français').click();
  await expect.poll(labels).toEqual(['Fichier', 'Édition', 'Affichage', 'Fenêtre', 'Aide']);
  expect(app.problems()).toEqual([]);
});

test('a right click in a field offers Paste, and elsewhere nothing', async () => {
  await using app = await launchApp({ home, locale: 'en-GB' });
  await app.page.getByText(t('connection.details')).click();
  const field = app.page.getByRole('textbox', { name: t('connection.name') });
  await field.click();
  await app.clipboard.set('Muster AG');
  const rightClick = (isEditable: boolean) =>
    app.standin?.ask('emit', { on: 'contents', event: 'context-menu', args: [place(isEditable)] });
  await rightClick(false);
  expect(await app.standin?.ask('menu', 'popup')).toBeNull();
  await rightClick(true);
  await app.standin?.ask('clickMenu', { menu: 'popup', item: [t('menu.paste')] });
  await expect.poll(() => field.inputValue()).toBe('Muster AG');
  expect(app.problems()).toEqual([]);
});

test('zoom, size and place of the window come back with the next start', async () => {
  const first = await launchApp({ home, locale: 'en-GB' });
  await first.page.locator('main').waitFor();
  await first.standin?.ask('resize', { x: 40, y: 30, width: 900, height: 700 });
  await first.clickMenu([t('menu.view'), t('menu.zoomIn')]);
  await first.quit();
  await using later = await launchApp({ home, locale: 'en-GB' });
  await later.page.locator('main').waitFor();
  const [window] = (await later.standin?.ask('windows')) ?? [];
  expect(window?.bounds).toEqual({ x: 40, y: 30, width: 900, height: 700 });
  expect(window?.zoom).toBeCloseTo(1.2 ** 0.5);
});

test('a page that stops is loaded again, and a hidden window is shown by a second start', async () => {
  await using app = await launchApp({ home, locale: 'en-GB' });
  await app.page.locator('main').waitFor();
  const windows = async () => (await app.standin?.ask('windows')) ?? [];
  await app.standin?.ask('window', { act: 'hide' });
  await app.secondInstance([]);
  await expect.poll(async () => (await windows())[0]?.visible).toBe(true);
  await app.standin?.ask('window', { act: 'crash' });
  await expect.poll(() => app.problems()).toEqual([expect.stringContaining('the page crashed')]);
  // A page that stopped is lost to the connection that saw it, also to one that came before it was loaded again.
  const isShown = async () => {
    const browser = await chromium.connectOverCDP(app.standin?.ready.cdp ?? '');
    const page = browser.contexts()[0]?.pages()[0];
    const shown = await page
      ?.locator('main')
      .isVisible()
      .catch(() => false);
    await browser.close();
    return shown;
  };
  await expect.poll(isShown).toBe(true);
  expect(app.problems()).toHaveLength(1);
});
