export type CrashAnswer = 'ignore' | 'reload' | 'ask';

/** A window that stops again so soon would stop for ever: ask a person. */
const AGAIN_MS = 60_000;

/** Decides the next step after the page's process is gone. */
export function createCrashJudge(monotonic: () => number) {
  let last: number | null = null;
  return (reason: string): CrashAnswer => {
    // The window was closed, or the app ends.
    if (reason === 'clean-exit') return 'ignore';
    const isAgain = last !== null && monotonic() - last < AGAIN_MS;
    last = monotonic();
    return isAgain ? 'ask' : 'reload';
  };
}
