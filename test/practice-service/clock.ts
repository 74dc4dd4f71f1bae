/** The one clock of the service: lifecycle, token expiry, polling and every `Date` header run on it. */
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

/** ISO 8601 with milliseconds and an offset. Not UTC, so that a client which compares times as text is found out. */
export function timestamp(at: number): string;
export function timestamp(at: number | null): string | null;
export function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at + 3_600_000).toISOString().replace('Z', '+01:00');
}
