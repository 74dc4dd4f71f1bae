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
      const date = Date.parse(headers['date'] ?? '');
      if (Number.isNaN(date)) return;
      const seen = date - clock.now();
      skewMs = Math.abs(seen) < NOISE_MS ? 0 : seen;
    },
  };
}
