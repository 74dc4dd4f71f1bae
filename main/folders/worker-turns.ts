import type { Clock } from '../clock.ts';

interface TurnsDeps {
  readonly clock: Clock;
  /** Never rejects. */
  readonly turn: () => Promise<void>;
  /** When the next turn is due, by the monotonic clock. */
  readonly nextAt: () => number;
  readonly onDone: () => void;
}

/** Hints come in swarms, and one turn serves all of them. */
const HINT_MS = 100;

/** Runs the turns of a folder's worker one after the other, and what a person asks for between two of them. */
export function createTurns({ clock, turn, nextAt, onDone }: TurnsDeps) {
  let running: Promise<void> | null = null;
  /** What a person asked for last: the next waits for it. */
  let asked = Promise.resolve();
  let cancelTimer = () => {};
  let isClosed = false;

  function begin(): void {
    if (isClosed || running !== null) return;
    cancelTimer();
    running = turn().finally(() => {
      running = null;
      if (isClosed) return;
      onDone();
      cancelTimer = clock.after(Math.max(HINT_MS, nextAt() - clock.monotonic()), begin);
    });
  }

  async function idle(): Promise<void> {
    const current = () => running;
    // oxlint-disable-next-line no-await-in-loop -- another turn may have begun meanwhile
    for (let one = current(); one !== null; one = current()) await one;
  }

  return {
    begin,
    soon(): void {
      if (running !== null || isClosed) return;
      cancelTimer();
      cancelTimer = clock.after(HINT_MS, begin);
    },
    /** Resolves when no turn is running. */
    idle,
    isClosed: () => isClosed,
    /** Runs what a person asked for between two turns. */
    async between<T>(work: () => Promise<T>): Promise<T> {
      const before = asked;
      const { promise, resolve: end } = Promise.withResolvers<void>();
      asked = promise;
      await before;
      await idle();
      // Begin the work only after `running` is set: what it changes may ask for a turn.
      const ours = Promise.resolve().then(work);
      running = ours.then(
        () => undefined,
        () => undefined,
      );
      try {
        return await ours;
      } finally {
        running = null;
        end();
        begin();
      }
    },
    close(): Promise<void> {
      isClosed = true;
      cancelTimer();
      return running ?? Promise.resolve();
    },
  };
}
