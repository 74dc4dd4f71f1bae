const WEEK_MS = 7 * 24 * 60 * 60_000;

/**
 * Tells whether something was seen within a week: later it may have changed, and a refusal may have had another cause.
 * The clock may have been set back since, so a time far ahead does not count either.
 */
export const wasLately = (at: number | null, now: number): boolean => at !== null && Math.abs(now - at) < WEEK_MS;
