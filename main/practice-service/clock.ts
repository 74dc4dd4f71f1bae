/** The service's only clock, for deadlines, tokens, polling and the `Date` header. */
export interface Clock {
  readonly now: () => number;
  readonly advance: (ms: number) => void;
}

export function createClock(now: () => number = Date.now): Clock {
  let ahead = 0;
  return {
    now: () => now() + ahead,
    advance(ms) {
      ahead += ms;
    },
  };
}

/** ISO 8601 with milliseconds and an offset. Not in UTC, to find clients that compare times as text. */
export function timestamp(at: number): string;
export function timestamp(at: number | null): string | null;
export function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at + 3_600_000).toISOString().replace('Z', '+01:00');
}
