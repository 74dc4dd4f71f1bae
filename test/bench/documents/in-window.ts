import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { wholeList } from '../../../preload/contract/list-choices.ts';
import { launchApp } from '../../e2e/launch-app.ts';
import { t } from '../../e2e/texts.ts';
import { inTurns, type Pairs } from '../ratio.ts';
import { launchReference } from '../reference/launch-reference.ts';
import { fillJournal } from './fill.ts';

const OPENINGS = 9;
const FRAMES = 120;
const KEYS = 20;
/** Two frames at 60 Hz, and what a timer is wrong by. */
const SLOW_MS = 33.5;
const SETTLE_MS = 300;
/** The first letter is in most rows; the third would take none away. */
const SEARCHES = ['ve', 'mü', 'of', 'ga', 've', 'mü', 'of', 'ga'];
const none: Pairs = { ours: [], reference: [] };

export interface WindowFigures {
  readonly firstRows: Pairs;
  readonly frames: readonly number[];
  readonly filter: Pairs;
  readonly arrow: readonly number[];
  readonly heapMb: number;
  readonly messageKb: number;
}

/** Helpers in the page. Each time ends after the frame that shows the change. */
function prepare(): void {
  const painted = (isThere: () => boolean) =>
    new Promise<number>((done) => {
      const latest = performance.now() + 2_000;
      // Runs before a frame is painted: what is there by now is in that frame, and a timer comes after it.
      const look = () => {
        // Nothing changed: the letter is in every row.
        if (performance.now() > latest) done(Number.NaN);
        else if (isThere()) setTimeout(() => done(performance.now()));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  const grid = () => document.querySelector('[role="grid"]');
  const rows = () => document.querySelectorAll('[role="grid"] [role="row"][data-key]').length;
  let largest = 0;
  const weigh = (message: unknown) => {
    largest = Math.max(largest, new Blob([JSON.stringify(message)]).size);
  };
  // The plain page has no main that tells it anything.
  if ('countersign' in window) {
    window.countersign.state.onChanged(weigh);
    window.countersign.documents.onChanged(weigh);
  }
  Object.assign(window, { bench: { painted, grid, rows, weigh, largest: () => largest } });
}

declare global {
  interface Window {
    readonly bench: {
      painted(isThere: () => boolean): Promise<number>;
      grid(): Element | null;
      rows(): number;
      weigh(message: unknown): void;
      largest(): number;
    };
  }
}

/** The words of a page with a list: of the plain one in English alone. */
interface PageWords {
  readonly list: string;
  readonly other: string;
  readonly otherTitle: string;
  readonly search: string;
}

const ourWords: PageWords = {
  list: t('nav.documents'),
  other: t('nav.settings'),
  otherTitle: t('nav.settings'),
  search: t('documents.search'),
};
const plainWords: PageWords = { list: 'Rows', other: 'Other', otherTitle: 'Other', search: 'Search' };

async function opening(page: Page, { list, other, otherTitle }: PageWords): Promise<number> {
  await page.getByRole('button', { name: other }).click();
  await page.getByRole('heading', { name: otherTitle, level: 1 }).waitFor();
  return page.evaluate(async (name) => {
    const button = [...document.querySelectorAll<HTMLElement>('nav button')].find((one) =>
      one.textContent.startsWith(name),
    );
    const began = performance.now();
    button?.click();
    return (await window.bench.painted(() => window.bench.rows() > 5)) - began;
  }, list);
}

/** Scrolls as a hand does, then in leaps over the whole list. Returns the time between frames. */
const scrolled = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async (frames) => {
    const grid = window.bench.grid();
    const times: number[] = [];
    if (grid === null) return times;
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
    let before = await frame();
    for (let at = 0; at < frames; at += 1) {
      const leap = at > frames / 2;
      grid.scrollTop += leap ? grid.scrollHeight / frames : 120;
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    grid.scrollTop = 0;
    await frame();
    return times;
  }, count);

type Watched = 'input' | 'keydown';

/** From the next event of a kind to the frame that shows its effect. To be called before the event. */
const watch = (page: Page, kind: Watched): Promise<void> =>
  page.evaluate((wanted) => {
    const what = () =>
      wanted === 'input'
        ? (window.bench.grid()?.getAttribute('aria-rowcount') ?? '')
        : (document.activeElement?.getAttribute('data-place') ?? '');
    const time = new Promise<number>((done) => {
      const begin = () => {
        const began = performance.now();
        const before = what();
        const tell = async () => done((await window.bench.painted(() => what() !== before)) - began);
        void tell();
      };
      document.addEventListener(wanted, begin, { capture: true, once: true });
    });
    Object.assign(window, { watched: time });
  }, kind);

const watched = async (page: Page): Promise<number> =>
  Number(await page.evaluate(() => Promise.resolve(Reflect.get(window, 'watched'))));

/** The first letters of a word: each finds fewer rows than the one before. */
async function filtered(page: Page, { search }: PageWords, letters: string): Promise<number[]> {
  const times: number[] = [];
  const field = page.getByRole('searchbox', { name: search });
  await field.fill('');
  await page.waitForTimeout(SETTLE_MS);
  await field.focus();
  for (const letter of letters) {
    await watch(page, 'input');
    await page.keyboard.type(letter);
    times.push(await watched(page));
  }
  await field.fill('');
  await page.waitForTimeout(SETTLE_MS);
  return times.filter((time) => !Number.isNaN(time));
}

/** Openings and searches of the app in turns with those of a plain list of as many rows. */
async function besidePlain(page: Page): Promise<Record<'firstRows' | 'filter', Pairs>> {
  await using plain = await launchReference('rows');
  await plain.page.evaluate(prepare);
  const firstRows = await inTurns(
    OPENINGS,
    () => opening(page, ourWords),
    () => opening(plain.page, plainWords),
  );
  const filter: Pairs = { ours: [], reference: [] };
  for (const letters of SEARCHES) {
    filter.ours.push(...(await filtered(page, ourWords, letters)));
    filter.reference.push(...(await filtered(plain.page, plainWords, letters)));
  }
  return { firstRows, filter };
}

async function walked(page: Page): Promise<number[]> {
  const times: number[] = [];
  await page.locator('[role="grid"] [data-key]').first().focus();
  for (let key = 0; key < KEYS; key += 1) {
    await watch(page, 'keydown');
    await page.keyboard.press('ArrowDown');
    times.push(await watched(page));
  }
  return times;
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}

/** The answers that the window got: the same questions again. */
const weighed = (page: Page): Promise<number> =>
  page.evaluate(async (query) => {
    for (const from of [0, 50, 1_000]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as the window asks
      window.bench.weigh(await window.countersign.documents.rows({ query, from, count: 100 }));
    }
    window.bench.weigh(await window.countersign.state.get());
    return window.bench.largest() / 1024;
  }, wholeList);

/** The real window over a journal with so many rows. */
export async function inWindow(rows: number): Promise<WindowFigures> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-documents-'));
  try {
    fillJournal(home, rows);
    await using app = await launchApp({ home, locale: 'en-GB' });
    const { page } = app;
    await page.getByRole('heading', { name: t('documents.title'), level: 1 }).waitFor();
    await page.waitForFunction(async (wanted) => {
      const answer = await window.countersign.state.get();
      return answer.ok && answer.value.state.list.counts.all === wanted;
    }, rows);
    await page.evaluate(prepare);
    if (rows === 0)
      return { firstRows: none, frames: [], filter: none, arrow: [], heapMb: await heapMb(page), messageKb: 0 };
    const { firstRows, filter } = await besidePlain(page);
    const frames = await scrolled(page, FRAMES);
    const arrow = await walked(page);
    const messageKb = await weighed(page);
    return { firstRows, frames, filter, arrow, heapMb: await heapMb(page), messageKb };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const isSlow = (ms: number): boolean => ms > SLOW_MS;
