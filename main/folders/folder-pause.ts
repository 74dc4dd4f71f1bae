import type { FolderRule } from './folder-rule.ts';

const HOUR = 60 * 60_000;

export type PauseUntil = 'hour' | 'tomorrow' | 'always' | 'resume';

/** What the rule keeps of a pause that a person chose. */
export function pauseOf(until: PauseUntil, now: number): FolderRule['pause'] {
  if (until === 'resume') return null;
  return { until: { hour: now + HOUR, tomorrow: tomorrowOf(now), always: null }[until] };
}

/** Seven in the morning of the next day, by this computer's clock. */
function tomorrowOf(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 7).getTime();
}
