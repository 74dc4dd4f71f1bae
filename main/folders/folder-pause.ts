import type { FolderPause } from '../../preload/contract/folder.ts';
import type { FolderRule } from './folder-rule.ts';

const HOUR = 60 * 60_000;

/** What the rule keeps of a pause that a person chose. */
export function pauseOf(until: FolderPause, now: number): FolderRule['pause'] {
  if (until === 'resume') return null;
  return { until: { hour: now + HOUR, tomorrow: tomorrowOf(now), always: null }[until] };
}

/** Seven in the morning of the next day, by this computer's clock. */
function tomorrowOf(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 7).getTime();
}
