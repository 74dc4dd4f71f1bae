import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sampleConnection } from '../../main/account/testing/sample-connection.ts';
import { openJournal } from '../../main/journal/journal.ts';
import type { App } from '../e2e/app-handle.ts';
import { launchApp } from '../e2e/launch-app.ts';
import { large } from '../e2e/preview/samples.ts';
import { t } from '../e2e/texts.ts';
import { timesUntilDrawn } from './drawn.ts';
import { inTurns, median, type Pairs, type Ratio, ratioOf } from './ratio.ts';
import { launchReference } from './reference/launch-reference.ts';

const rounds = 5;
const keys = 40;
const typingRounds = 3;
const many = 500;
const few = 5;
const onTheWayMs = 700;

export interface SheetFigures {
  readonly sheetOpenMs: readonly number[];
  readonly firstPageMs: readonly number[];
  readonly keystrokeMs: readonly number[];
  readonly ratios: readonly Ratio[];
  /** Names of the scripts the page had asked for by then, in the order it did. */
  readonly scripts: readonly string[];
}

const ready = (app: App) => app.page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
const middle = { x: 600, y: 400 };
const shownPage = '[role="region"][aria-busy="false"]';

async function dropOnce(app: App, file: string): Promise<Record<'sheet' | 'page', number>> {
  await ready(app);
  await app.page.reload();
  await ready(app);
  // A hand that brings a file is over the window for a while before it lets go.
  await app.page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], 'Contract.pdf'));
    window.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await app.page.waitForTimeout(onTheWayMs);
  const wanted = { sheet: '[role="dialog"][data-takes-files]', page: shownPage };
  const until = await timesUntilDrawn(app.page, 'drop', wanted, () => app.drop(middle, [file]));
  return { sheet: until('sheet'), page: until('page') };
}

async function openPlainDialog({ page }: App): Promise<number> {
  await page.reload();
  const button = page.getByRole('button');
  await button.waitFor();
  await page.waitForTimeout(onTheWayMs);
  const until = await timesUntilDrawn(page, 'click', { dialog: '[role="dialog"]' }, () => button.click());
  return until('dialog');
}

/** Draws the first page as wide as the app has drawn it. */
async function drawPlainPage({ page, drop }: App, file: string, width: number): Promise<number> {
  await page.reload();
  await page.locator('main').waitFor();
  await page.evaluate((pixels) => {
    document.documentElement.dataset['width'] = String(pixels);
  }, width);
  // Its worker has begun by then, as that of the app has.
  await page.waitForTimeout(onTheWayMs);
  const until = await timesUntilDrawn(page, 'drop', { canvas: 'canvas' }, () => drop(middle, [file]));
  return until('canvas');
}

const widthOfPage = ({ page }: App): Promise<number> =>
  page.evaluate((region) => document.querySelector<HTMLCanvasElement>(`${region} canvas`)?.width ?? 600, shownPage);

/** From a key going down to the frame that shows its letter. */
async function typing(page: Page, people: number): Promise<number[]> {
  const addresses = Array.from({ length: people }, (_, at) => `person${at}@example.ch`).join('\n');
  const field = page.getByRole('combobox').first();
  await field.focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, addresses);
  await page
    .getByText(t('submission.people', { count: people }))
    .first()
    .waitFor();
  // What the paste set going has come to rest: nothing is drawn for a while.
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => requestIdleCallback(() => done()))));
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    window.addEventListener(
      'keydown',
      (event) => {
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - event.timeStamp)));
      },
      { capture: true },
    );
  });
  await field.focus();
  for (let key = 0; key < keys; key += 1) {
    // oxlint-disable no-await-in-loop -- a person presses one key after the other, and sees each letter
    await page.keyboard.press('abcdefghij'.charAt(key % 10));
    await page.waitForFunction((count) => {
      const noted: unknown = Reflect.get(window, 'times');
      return Array.isArray(noted) && noted.length > count;
    }, key);
    // oxlint-enable no-await-in-loop
  }
  const times: unknown = await page.evaluate(() => Reflect.get(window, 'times'));
  return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : [];
}

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname.split('/').at(-1) ?? '')
      .filter((name) => name.endsWith('.js')),
  );

/** A journal with a connection, for an app that can take files. */
function prepare(data: string): void {
  mkdirSync(data);
  const { journal } = openJournal(join(data, 'journal.sqlite'));
  journal.connections.save({ ...sampleConnection, signedIn: 'again' }, 1);
  journal.settings.set('activeConnection', sampleConnection.id);
  journal.close();
}

/**
 * The sheet in the whole app, with a file of 40 MB; the first round, when nothing is loaded yet, counts like any other. In
 * turns with the plain dialog and the plain page.
 */
export async function sheet(): Promise<SheetFigures> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const file = join(home, 'Contract.pdf');
  writeFileSync(file, await large());
  const data = join(home, 'app');
  prepare(data);
  await using begun = new AsyncDisposableStack();
  begun.defer(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const app = begun.use(await launchApp({ home: data, locale: 'en-GB' }));
  const dialog = begun.use(await launchReference('dialog'));
  const pdf = begun.use(await launchReference('pdf'));
  const sheets: Pairs = { ours: [], reference: [] };
  const pages = await inTurns(
    rounds,
    async () => {
      const found = await dropOnce(app, file);
      sheets.ours.push(found.sheet);
      return found.page;
    },
    async () => {
      sheets.reference.push(await openPlainDialog(dialog));
      return drawPlainPage(pdf, file, await widthOfPage(app));
    },
  );
  const scripts = await scriptsOf(app.page);
  const all: Pairs = { ours: [], reference: [] };
  const typed = (count: number, into: number[]) => async () => {
    await dropOnce(app, file);
    const times = await typing(app.page, count);
    into.push(...times);
    return median(times);
  };
  const keystrokes = await inTurns(typingRounds, typed(many, all.ours), typed(few, all.reference));
  return {
    sheetOpenMs: sheets.ours,
    firstPageMs: pages.ours,
    keystrokeMs: all.ours,
    scripts,
    ratios: [
      ratioOf('first page : plain pdf.js', pages),
      ratioOf('sheet : an empty dialog', sheets),
      ratioOf('keystroke at 500 signees : at 5', keystrokes),
    ],
  };
}
