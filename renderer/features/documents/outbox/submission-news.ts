import type { SubmissionRow } from '../../../../preload/contract/submission.ts';

/** Changes to read out for people who cannot see the list. */
export interface News {
  readonly started: readonly SubmissionRow[];
  readonly needYou: readonly SubmissionRow[];
}

export const noNews: News = { started: [], needYou: [] };

type Rows = readonly SubmissionRow[];

const hasStarted = ({ phase, end }: SubmissionRow) => phase === 'done' && end === 'started';
const needsYou = ({ phase }: SubmissionRow) => phase === 'needs-you';

/**
 * The changes between two states of the list. A row that is new in the list is news only if it changed after
 * `watchedSince`: older rows are loaded step by step.
 */
export function newsBetween(before: Rows, now: Rows, watchedSince: number): News {
  const turned = now.filter((row, index) => row !== before[index] && (hasStarted(row) || needsYou(row)));
  // Progress alone comes many times a second: return early.
  if (turned.length === 0) return noNews;
  const known = new Map(before.map((row) => [row.id, row]));
  const since = (is: (row: SubmissionRow) => boolean) =>
    turned.filter((row) => {
      const old = known.get(row.id);
      return is(row) && (old ? !is(old) : row.changedAt >= watchedSince);
    });
  return { started: since(hasStarted), needYou: since(needsYou) };
}

export const together = (one: News, other: News): News => ({
  started: [...one.started, ...other.started],
  needYou: [...one.needYou, ...other.needYou],
});

export const isNews = ({ started, needYou }: News): boolean => started.length + needYou.length > 0;
