import { setTimeout as pause } from 'node:timers/promises';

/** In real time. Long enough for a busy computer. */
const LONGEST_MS = 60_000;

/** Waits for a fact. `otherwise` describes the state if it never comes. */
export async function until(fact: () => boolean | Promise<boolean>, otherwise: () => string): Promise<void> {
  const latest = performance.now() + LONGEST_MS;
  while (!(await fact())) {
    if (performance.now() > latest) throw new Error(otherwise());
    await pause(5);
  }
}
