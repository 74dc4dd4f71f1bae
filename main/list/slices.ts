import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 6;

/** Lets other work run when this one has taken its share. Called often: it mostly returns at once. */
export function createSlices() {
  let began = performance.now();
  return {
    isOver: (): boolean => performance.now() - began > SLICE_MS,
    async rest(): Promise<void> {
      await setImmediate();
      began = performance.now();
    },
  };
}

export type Slices = ReturnType<typeof createSlices>;
