import { setTimeout as pause } from 'node:timers/promises';

/** In real time. Long enough for a busy computer. */
const LONGEST_MS = 60_000;

/**
 * Waits for a fact. `otherwise` describes the state if it never comes. Where many things have to happen, each one that
 * changes `soFar` gives the next one the whole time again: how many fit into a minute says how busy the computer is.
 */
export async function until(
  fact: () => boolean | Promise<boolean>,
  otherwise: () => string,
  soFar: () => number = () => 0,
): Promise<void> {
  let known = soFar();
  let latest = performance.now() + LONGEST_MS;
  while (!(await fact())) {
    if (soFar() !== known) latest = performance.now() + LONGEST_MS;
    else if (performance.now() > latest) throw new Error(otherwise());
    known = soFar();
    await pause(5);
  }
}
