import { setImmediate } from 'node:timers';

const SLICE_MS = 6;
/** The number of items that never wait for other work. */
const ITEMS = 32;

/** The time at which the first work of this turn of the loop began. */
let turnBegan: number | null = null;
const waiting: (() => void)[] = [];
const real = (): number => performance.now();
let stopwatch = real;

/** Measures the turns by another stopwatch, until the returned function is called. */
export function measureTurnsBy(other: () => number): () => void {
  stopwatch = other;
  turnBegan = null;
  return () => {
    stopwatch = real;
    turnBegan = null;
  };
}

function turn(): number {
  if (turnBegan !== null) return turnBegan;
  turnBegan = stopwatch();
  setImmediate(() => {
    turnBegan = null;
  });
  return turnBegan;
}

/** Resumes one long work in each turn. All waiting ones together would stop the app. */
function goOn(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
  turnBegan = null;
  turn();
  resume?.();
}

/** Lets other work run when the long works of this turn have taken their share. Asked after each item, or after each `part` of items. */
export function createSlices(of: 'items' | 'parts' = 'items') {
  const every = of === 'items' ? ITEMS : 1;
  turn();
  let asked = 0;
  return {
    isOver(): boolean {
      asked += 1;
      return asked % every === 0 && stopwatch() - turn() > SLICE_MS;
    },
    rest: (): Promise<void> =>
      new Promise((resume) => {
        if (waiting.push(resume) === 1) setImmediate(goOn);
      }),
  };
}

/** Tells whether a long work waits for its turn. */
export const isAnyResting = (): boolean => waiting.length > 0;

/**
 * A generator that does long work: it yields before each small item, or `'part'` before each item that takes longer. It
 * says nothing about pauses. A part of it is another generator (`yield*`).
 */
export type LongWork<T = void> = Generator<'part' | undefined, T, void>;

/**
 * Runs long work, and lets other work run in between. Undefined: it was given up, as nobody wants its result any more.
 */
export async function inSlices<T>(work: LongWork<T>): Promise<T>;
export async function inSlices<T>(work: LongWork<T>, isWanted: () => boolean): Promise<T | undefined>;
export async function inSlices<T>(work: LongWork<T>, isWanted = () => true): Promise<T | undefined> {
  const slices = createSlices('parts');
  let items = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    items += 1;
    if ((step.value === undefined && items % ITEMS !== 0) || !slices.isOver()) continue;
    // oxlint-disable-next-line no-await-in-loop -- the one place where long work pauses
    await slices.rest();
    if (isWanted()) continue;
    const closed: Iterator<unknown> = work;
    closed.return?.();
    return undefined;
  }
}

export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Does something with each part of a list. */
export function* partsOf<T>(items: readonly T[], size: number, work: (part: readonly T[]) => void): LongWork {
  let isFirst = true;
  for (const part of chunksOf(items, size)) {
    if (!isFirst) yield 'part';
    isFirst = false;
    work(part);
  }
}

/** Does something with parts of a list, and lets other work run in between. */
export const inParts = <T>(items: readonly T[], size: number, work: (part: readonly T[]) => void): Promise<void> =>
  inSlices(partsOf(items, size, work));

/** Goes through the items for work that waits itself: one after the other, and other work runs in between. */
export async function* unhurried<T>(items: Iterable<T>): AsyncGenerator<T> {
  const slices = createSlices('parts');
  for (const item of items) {
    // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
    if (slices.isOver()) await slices.rest();
    yield item;
  }
}

/** Lets calls for the same key that come while one is running share its answer. */
export function createShared<T>(work: (key: string) => Promise<T>) {
  const running = new Map<string, Promise<T>>();
  return (key: string): Promise<T> => {
    const one = running.get(key) ?? work(key).finally(() => running.delete(key));
    running.set(key, one);
    return one;
  };
}

/** Asks once for all who ask without waiting for anything in between: nothing can have changed for the second one. */
export function inOneMoment<T>(ask: () => T): () => T {
  let known: { readonly answer: T } | null = null;
  return () => {
    if (known === null) {
      known = { answer: ask() };
      queueMicrotask(() => {
        known = null;
      });
    }
    return known.answer;
  };
}

/** Works on the items, a few at the same time. Waits for all, also when one fails, so that no work continues unseen. */
export async function inLanes<T>(
  items: Iterable<T>,
  lanes: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async () => {
    for await (const item of unhurried({ [Symbol.iterator]: () => rest })) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
