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

const rounds = 5;
const keys = 40;
const signees = 500;
const onTheWayMs = 700;

export interface SheetFigures {
  readonly sheetOpenMs: readonly number[];
  readonly firstPageMs: readonly number[];
  readonly keystrokeMs: readonly number[];
  /** Names of the scripts the page had asked for by then, in the order it did. */
  readonly scripts: readonly string[];
}

/** Notes when the files were let go, and when what a person waits for is on the screen. */
function watchDrop(): void {
  const marks = { drop: 0, sheet: 0, page: 0 };
  Object.assign(window, { marks });
  const painted = (found: () => boolean, mark: 'sheet' | 'page') => {
    const look = () => {
      if (!found()) {
        requestAnimationFrame(look);
        return;
      }
      // After the frame that shows it.
      requestAnimationFrame(() =>
        setTimeout(() => {
          marks[mark] = performance.now();
        }),
      );
    };
    look();
  };
  window.addEventListener(
    'drop',
    () => {
      marks.drop = performance.now();
      painted(() => document.querySelector('[role="dialog"][data-takes-files]') !== null, 'sheet');
      painted(() => document.querySelector('[role="region"][aria-busy="false"]') !== null, 'page');
    },
    { capture: true, once: true },
  );
}

async function dropOnce(app: App, file: string): Promise<{ sheet: number; page: number }> {
  const ready = () => app.page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
  await ready();
  await app.page.reload();
  await ready();
  await app.page.evaluate(watchDrop);
  // A hand that brings a file is over the window for a while before it lets go.
  await app.page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], 'Contract.pdf'));
    window.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await app.page.waitForTimeout(onTheWayMs);
  await app.drop({ x: 600, y: 400 }, [file]);
  const marks = await app.page.waitForFunction(() => {
    const found: unknown = Reflect.get(window, 'marks');
    const isWhole = (value: unknown): value is { drop: number; sheet: number; page: number } =>
      typeof value === 'object' && value !== null && Reflect.get(value, 'page') > 0;
    return isWhole(found) ? { sheet: found.sheet - found.drop, page: found.page - found.drop } : null;
  });
  const found = await marks.jsonValue();
  if (!found) throw new Error('Nothing was drawn');
  return found;
}

/** From a key going down to the frame that shows its letter. */
async function typing(page: Page): Promise<number[]> {
  const people = Array.from({ length: signees }, (_, at) => `person${at}@example.ch`).join('\n');
  const field = page.getByRole('combobox').first();
  await field.focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, people);
  await page
    .getByText(t('submission.people', { count: signees }))
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

/** The sheet in the whole app, with a file of 40 MB; the first round, when nothing is loaded yet, counts like any other. */
export async function sheet(): Promise<SheetFigures> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const file = join(home, 'Contract.pdf');
  writeFileSync(file, await large());
  const data = join(home, 'app');
  mkdirSync(data);
  const { journal } = openJournal(join(data, 'journal.sqlite'));
  journal.connections.save({ ...sampleConnection, signedIn: 'again' }, 1);
  journal.settings.set('activeConnection', sampleConnection.id);
  journal.close();
  const app = await launchApp({ home: data, locale: 'en-GB' });
  try {
    const sheets: number[] = [];
    const pages: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await dropOnce(app, file);
      sheets.push(found.sheet);
      pages.push(found.page);
    }
    const scripts = await scriptsOf(app.page);
    return { sheetOpenMs: sheets, firstPageMs: pages, keystrokeMs: await typing(app.page), scripts };
  } finally {
    await app.quit();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
