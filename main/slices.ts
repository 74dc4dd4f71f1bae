import { setImmediate } from 'node:timers';

const SLICE_MS = 6;
/** Few items never wait for other work. */
const ITEMS = 32;

/** When the work of this turn of the loop began, whoever began it. */
let turnBegan: number | null = null;
const waiting: (() => void)[] = [];
const real = (): number => performance.now();
let stopwatch = real;

/** Measures the turns by something else, until what is returned is called. */
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

/** One long work goes on in a turn, or all that wait would stop the app together. */
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

export type Slices = ReturnType<typeof createSlices>;

/** Whether a long work waits for its turn. */
export const isAnyResting = (): boolean => waiting.length > 0;

/** Does something with parts of a list, and lets other work run in between. */
export async function inParts<T>(items: readonly T[], size: number, work: (part: readonly T[]) => void): Promise<void> {
  const slices = createSlices('parts');
  for (let from = 0; from < items.length; from += size) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (from > 0 && slices.isOver()) await slices.rest();
    work(items.slice(from, from + size));
  }
}
