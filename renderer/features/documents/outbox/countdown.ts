import type { SubmissionRow } from '../../../../preload/contract/submission.ts';

/** The submissions that count down at a moment, and the commands possible for them. */
interface Countdown {
  readonly count: number;
  /** When the first of them goes: until then people can undo all. */
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

/** When the last countdown ends; null for none. */
export const lastCountdown = (submissions: readonly SubmissionRow[]): number | null =>
  submissions.reduce<number | null>(
    (last, { undoUntil }) => (undoUntil === null ? last : Math.max(last ?? 0, undoUntil)),
    null,
  );
