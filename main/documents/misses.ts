/**
 * Two answers that there is no document prove it only when they lie so far apart: a service whose index is away finds
 * nothing for minutes. Less than the pause between two checks, so that each check can bring one.
 */
export const MISSES_APART_MS = 10 * 60_000;
