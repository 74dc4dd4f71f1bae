import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 6;
/** Few items never wait for other work. */
const ITEMS = 32;

/** Lets other work run when a long work has taken its share. Asked after each item, or after each `part` of items. */
export function createSlices(of: 'items' | 'parts' = 'items') {
  const every = of === 'items' ? ITEMS : 1;
  let began = performance.now();
  let asked = 0;
  return {
    isOver(): boolean {
      asked += 1;
      return asked % every === 0 && performance.now() - began > SLICE_MS;
    },
    async rest(): Promise<void> {
      await setImmediate();
      began = performance.now();
    },
  };
}

export type Slices = ReturnType<typeof createSlices>;

/** Does something with parts of a list, and lets other work run in between. */
export async function inParts<T>(items: readonly T[], size: number, work: (part: readonly T[]) => void): Promise<void> {
  const slices = createSlices('parts');
  for (let from = 0; from < items.length; from += size) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (from > 0 && slices.isOver()) await slices.rest();
    work(items.slice(from, from + size));
  }
}
