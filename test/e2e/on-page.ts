import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { ListRow } from '../../preload/contract/list.ts';
import { type ListGroup, wholeList } from '../../preload/contract/list-choices.ts';
import type { App } from './app-handle.ts';
import { escaped, t } from './texts.ts';

/** Also a window that another program started. */
type Shown = Pick<App, 'page'>;

/** Where things are in the window, by the names that people and screen readers have for them. */

/** Somewhere in the window where nothing else takes a drop. */
export const middle = { x: 600, y: 400 };

export const button = ({ page }: Shown, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const row = ({ page }: Shown, name: string) => page.getByRole('row').filter({ hasText: name });
/** A prepared document: its group says that it is ready, its row has the people, and both read aloud. */
export const heldRow = ({ page }: Shown, name: string) =>
  page.getByRole('row', { name: `${name}, ${t('submission.held')}` });
/** The details of the document that is chosen. */
export const panel = ({ page }: App) => page.getByRole('complementary');
/** Unfolds a part of the details. It stays open for the next document. */
export const unfold = (app: App, part: 'history' | 'facts') =>
  panel(app)
    .getByRole('button', { name: new RegExp(`^${t(part === 'history' ? 'history.title' : 'details.facts')}`) })
    .click();
/** Chooses an action in the menu of the details. */
export async function chooseInMenu(app: App, name: string): Promise<void> {
  await panel(app)
    .getByRole('button', { name: t('details.more') })
    .click();
  await app.page.getByRole('menuitem', { name }).click();
}
export const sheet = ({ page }: Shown) => page.getByRole('dialog', { name: t('send.title') });
export const signees = ({ page }: Shown) => page.getByRole('combobox', { name: t('signees.add') });

/** What the row of a document says to a screen reader that was sent to so many. */
export const sentTo = (count: number) => `${t('submission.end.started')}, ${t('submission.people', { count })}`;

/** The row of a document that says these words to a screen reader: it shows people where others read a state. */
export const says = ({ page }: Shown, name: string, words: string) =>
  page.getByRole('row', { name: new RegExp(`${escaped(name)}, .*${escaped(words)}`, 'i') });

/** The groups of the list. */
export const groups = ({ page }: Shown) => page.getByRole('combobox', { name: t('documents.filters') });
/** Waits until so many are in a group. */
export const counted = (app: Shown, group: ListGroup, count: number) =>
  groups(app)
    .locator('option', { hasText: new RegExp(`^${escaped(t(`documents.${group}`))} ${count}$`) })
    .waitFor({ state: 'attached' });

/** The first line of the list of many: how many rows are ready, how many are to be corrected. */
export const readyAndBad = (ready: number, bad: number) =>
  `${t('bulk.count.ready', { count: ready })} · ${t('bulk.count.bad', { count: bad })}`;

export const go = ({ page }: App, screen: 'documents' | 'waiting' | 'folders' | 'people' | 'profiles' | 'settings') =>
  page
    .getByRole('navigation')
    .getByRole('button', { name: t(`nav.${screen}`) })
    .click();

/** A button of the connection with this name, in the settings. */
export const buttonOf = (app: Shown, what: string, name = t('connection.practice')) =>
  button(app, t('profiles.of', { what, name }));

/** The ⋯ menu of a thing with this name. */
export const moreOf = (name: string) => t('profiles.of', { what: t('send.more'), name });

/** Chooses a command of the ⋯ menu with this name. */
export async function chooseMore(app: App, menu: string, command: string): Promise<void> {
  await button(app, menu).click();
  await app.page.getByRole('menuitem', { name: command, exact: true }).click();
}

export async function addSignees(app: Shown, text: string): Promise<void> {
  await signees(app).fill(text);
  await signees(app).press('Enter');
}

/** What a screen reader says after the name of a control. */
export const describedBy = (control: Locator) =>
  control.evaluate((at) => document.getElementById(at.getAttribute('aria-describedby') ?? '')?.textContent);

/** All rows of the list, as the window reads them from main. */
export const listedRows = ({ page }: App): Promise<readonly ListRow[]> =>
  page.evaluate(async (query) => {
    const rows: ListRow[] = [];
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ended
      const answer = await window.countersign.documents.rows({ query, from: rows.length, count: 100 });
      if (!answer.ok) throw new Error(answer.error);
      rows.push(...answer.value.rows);
      if (answer.value.rows.length === 0 || rows.length >= answer.value.total) return rows;
    }
  }, wholeList);

/** What the keyboard is at: its name, its label where it is a field, else its words. */
export const focused = ({ page }: App) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const name = at?.getAttribute('aria-label');
    if (typeof name === 'string') return name;
    if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return at.labels?.[0]?.textContent ?? '';
    return at === document.body ? 'nothing' : (at?.textContent ?? '');
  });

type SettingsPage = 'general' | 'connections' | 'notifications' | 'storage' | 'network' | 'help';

/** A page of the settings. */
export async function goSettings(app: App, page: SettingsPage): Promise<void> {
  await go(app, 'settings');
  await app.page
    .getByRole('navigation', { name: t('settings.pages') })
    .getByRole('button', { name: t(`settings.page.${page}`) })
    .click();
}

/** Sets how long a document can be taken back. */
export async function undoFor({ page }: App, seconds: number): Promise<void> {
  const answer = await page.evaluate((chosen) => window.countersign.settings.undo({ seconds: chosen }), seconds);
  if (!answer.ok || !answer.value.ok) throw new Error(JSON.stringify(answer));
}

/** Chooses in the settings how long a document can be taken back. */
export async function chooseUndo(app: App, choice: string): Promise<void> {
  await goSettings(app, 'general');
  const undo = app.page.getByRole('combobox', { name: t('settings.undo') });
  await undo.selectOption({ label: choice });
  await expect.poll(() => undo.locator('option:checked').textContent()).toBe(choice);
  await go(app, 'documents');
}

export const pause = ({ page }: App, paused: boolean) =>
  page.evaluate((value) => window.countersign.outbox.pause({ paused: value }), paused);
