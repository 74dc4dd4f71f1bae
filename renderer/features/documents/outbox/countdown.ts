import type { SubmissionRow } from '../../../../preload/contract/submission.ts';

/** What counts down at one moment, and which of it can be taken back or sent at once. */
interface Countdown {
  readonly count: number;
  /** The first of them to go: whoever wants to take all of it back has this long. */
  readonly until: number;
  readonly undoable: readonly string[];
  readonly sendable: readonly string[];
}

const idsWith = (rows: readonly SubmissionRow[], command: 'cancel' | 'send-now') =>
  rows.filter(({ commands }) => commands.includes(command)).map(({ id }) => id);

export function countdownAt(now: number, submissions: readonly SubmissionRow[]): Countdown {
  const rows = submissions.filter(({ undoUntil }) => undoUntil !== null && undoUntil > now);
  return {
    count: rows.length,
    until: rows.reduce((first, { undoUntil }) => Math.min(first, undoUntil ?? first), Number.POSITIVE_INFINITY),
    undoable: idsWith(rows, 'cancel'),
    sendable: idsWith(rows, 'send-now'),
  };
}

/** Until when something counts down; null where there is nothing of it. */
export const lastCountdown = (submissions: readonly SubmissionRow[]): number | null =>
  submissions.reduce<number | null>(
    (last, { undoUntil }) => (undoUntil === null ? last : Math.max(last ?? 0, undoUntil)),
    null,
  );
