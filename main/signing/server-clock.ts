export interface Clock {
  now(): number;
  /** Counts on whatever is done to the computer's clock. Without one, `now` stands for it. */
  monotonic?(): number;
}

/** Our clock beside the service's, as the `Date` of its answers shows it. */
export interface ServerClock extends Clock {
  monotonic(): number;
  serverNow(): number;
  skewMs(): number;
  learn(headers: Readonly<Record<string, string>>): void;
}

/** `Date` counts whole seconds and answers travel; a smaller difference says nothing. */
const NOISE_MS = 2_000;

export function createServerClock(clock: Clock): ServerClock {
  const monotonic = () => clock.monotonic?.() ?? clock.now();
  /** How far the service's clock is ahead of the counter: setting ours does not change it. */
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
    learn(headers) {
      const date = headerDate(headers['date']);
      if (date !== undefined) ahead = date - monotonic();
    },
  };
}

/** Date.parse takes almost anything with a number in it for a date. */
export function headerDate(text = ''): number | undefined {
  const date = /gmt|utc|\dT\d/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
