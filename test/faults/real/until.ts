import { setTimeout as pause } from 'node:timers/promises';

/** Of a real clock. Nothing takes as long, however many others share the computer. */
const LONGEST_MS = 60_000;

/** Waits for a fact, and says what it waited for in vain. */
export async function until(fact: () => boolean | Promise<boolean>, otherwise: () => string): Promise<void> {
  const latest = performance.now() + LONGEST_MS;
  while (!(await fact())) {
    if (performance.now() > latest) throw new Error(otherwise());
    await pause(5);
  }
}
