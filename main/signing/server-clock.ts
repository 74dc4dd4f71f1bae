export interface Clock {
  now(): number;
  /** Keeps counting when the computer's clock is set. Without it, `now` is used. */
  monotonic?(): number;
}

/** `Date` has whole seconds and answers take time to arrive, so we ignore a smaller difference. */
const NOISE_MS = 2_000;

/** Compares our clock with the service's, which we know from the `Date` of its answers. */
export function createServerClock(clock: Clock) {
  const monotonic = () => clock.monotonic?.() ?? clock.now();
  /** The lead of the service's clock over the monotonic clock. Setting our clock does not change it. */
  let ahead: number | null = null;
  const skewMs = () => {
    const skew = ahead === null ? 0 : Math.round(monotonic() + ahead - clock.now());
    return Math.abs(skew) < NOISE_MS ? 0 : skew;
  };
  return {
    now: () => clock.now(),
    monotonic,
    serverNow: () => clock.now() + skewMs(),
    skewMs,
    /** Null: the service has not answered since the app began. */
    knownSkewMs: () => (ahead === null ? null : skewMs()),
    learn(headers: Readonly<Record<string, string>>): void {
      const date = headerDate(headers['date']);
      if (date !== undefined) ahead = date - monotonic();
    },
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;

/** Parses a date header. Date.parse alone would accept almost any text with a number in it. */
export function headerDate(text = ''): number | undefined {
  const date = /gmt|utc|\dT\d/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
