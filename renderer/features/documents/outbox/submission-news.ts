import type { SubmissionRow } from '../../../../preload/contract/submission.ts';

/** What a person who cannot see the list has to hear of it. */
export interface News {
  readonly started: readonly SubmissionRow[];
  readonly needYou: readonly SubmissionRow[];
}

export const noNews: News = { started: [], needYou: [] };

type Rows = readonly SubmissionRow[];

const hasStarted = ({ phase, end }: SubmissionRow) => phase === 'done' && end === 'started';
const needsYou = ({ phase }: SubmissionRow) => phase === 'needs-you';

/**
 * What has come to a turn between two states of the list. A row that was not there is news only if it changed since the
 * list is watched: old ones come bit by bit.
 */
export function newsBetween(before: Rows, now: Rows, watchedSince: number): News {
  const turned = now.filter((row, index) => row !== before[index] && (hasStarted(row) || needsYou(row)));
  // Many times a second: nothing but bytes have moved.
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
