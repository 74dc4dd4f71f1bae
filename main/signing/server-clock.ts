export interface Clock {
  now(): number;
}

/** Our clock beside the service's, as the `Date` of its answers shows it. */
export interface ServerClock extends Clock {
  serverNow(): number;
  skewMs(): number;
  learn(headers: Readonly<Record<string, string>>): void;
}

/** `Date` counts whole seconds and answers travel; a smaller difference says nothing. */
const NOISE_MS = 2_000;

export function createServerClock(clock: Clock): ServerClock {
  let skewMs = 0;
  return {
    now: () => clock.now(),
    serverNow: () => clock.now() + skewMs,
    skewMs: () => skewMs,
    learn(headers) {
      const date = headerDate(headers['date']);
      if (date === undefined) return;
      const seen = date - clock.now();
      skewMs = Math.abs(seen) < NOISE_MS ? 0 : seen;
    },
  };
}

/** Date.parse takes almost anything with a number in it for a date. */
export function headerDate(text = ''): number | undefined {
  const date = /gmt|utc|\dT\d/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
