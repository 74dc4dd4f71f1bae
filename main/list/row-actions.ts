import type { SelectionAction, SelectionReason } from '../../preload/contract/selection-choices.ts';
import { isOutOfTheWay } from '../submission/decide/replacement.ts';
import type { Submission } from '../submission/submission.ts';
import { hasEnded } from '../tracking/lifecycle.ts';
import { speakingDocument } from './grouping.ts';
import { lacksCopy } from './row-filter.ts';
import type { DocumentKey, RowKey } from './row-key.ts';

const isOver = ({ status, gone }: DocumentKey) => gone || hasEnded(status);

/** Tells whether a row was prepared here and waits for a person to press Send. */
const isHeld = ({ submission }: RowKey) => submission?.phase === 'held';

/** The facts that a row does not have itself. */
export interface Moment {
  /** The signed-in service user. Null: nobody, and that is said first. */
  readonly account: string | null;
  readonly submissionOf: (id: string) => Submission | null;
}

/** Tells whether a row belongs to another account than the one that is signed in. */
const isOfOther = ({ submission }: RowKey, { account }: Moment): boolean =>
  account !== null && submission !== null && submission.account !== null && submission.account !== account;

function sendReason(row: RowKey, moment: Moment): SelectionReason | null {
  if (!isHeld(row)) return 'not-held';
  if (isOfOther(row, moment)) return 'other-account';
  const replaced = row.submission?.redoOf ?? null;
  if (replaced !== null && !isOutOfTheWay(moment.submissionOf(replaced))) return 'replaced';
  return row.submission?.troubled === true ? 'to-check' : null;
}

function withdrawReason(row: RowKey, moment: Moment): SelectionReason | null {
  const { submission, document } = row;
  const speaking = speakingDocument(submission, document);
  if (submission !== null && submission.phase !== 'done') return submission.phase === 'held' ? 'held' : 'busy';
  if (isOfOther(row, moment)) return 'other-account';
  if (speaking?.order) return 'busy';
  if (submission?.end === 'draft' || speaking?.status === 'draft') return 'draft';
  if (submission !== null && (submission.end !== 'started' || submission.finished)) return 'ended';
  if (speaking !== null && isOver(speaking)) return 'ended';
  if (speaking === null) return submission === null ? 'ended' : null;
  return speaking.status === 'in-progress' && speaking.canWithdraw ? null : 'policy';
}

function deleteReason(row: RowKey, moment: Moment): SelectionReason | null {
  const { submission, document } = row;
  const speaking = speakingDocument(submission, document);
  if (submission !== null && submission.phase !== 'done') return submission.phase === 'held' ? 'held' : 'busy';
  const end = submission?.end ?? null;
  if (end === 'deleted' || end === 'cancelled' || end === 'given-up' || document?.gone === true) return 'gone';
  if (isOfOther(row, moment)) return 'other-account';
  if (speaking?.order) return 'busy';
  const status = speaking?.status ?? (end === 'started' && submission?.finished === false ? 'in-progress' : end);
  if (status === 'in-progress') return 'running';
  if (status !== 'draft' && status !== 'withdrawn') return 'kept';
  return speaking === null || speaking.canDelete ? null : 'policy';
}

function saveReason({ submission, document }: RowKey): SelectionReason | null {
  const speaking = speakingDocument(submission, document);
  if (speaking?.status !== 'signed') return speaking?.gone === true ? 'gone' : 'unsigned';
  if (lacksCopy(speaking) || (speaking.alarm && !speaking.gone)) return null;
  return speaking.saved ? 'saved' : 'gone';
}

function remindReason({ submission, document }: RowKey): SelectionReason | null {
  const speaking = speakingDocument(submission, document);
  if (speaking !== null) return speaking.status === 'in-progress' && !speaking.gone ? null : 'not-waiting';
  return submission?.end === 'started' && !submission.finished ? null : 'not-waiting';
}

/** Returns the reason that a row has not ended. Null: nothing is left to do, so a person can put it out of sight. */
export function openReason({ submission, document }: Pick<RowKey, 'submission' | 'document'>): SelectionReason | null {
  if (submission !== null && (submission.phase !== 'done' || submission.orphans)) return 'busy';
  const speaking = speakingDocument(submission, document);
  if (speaking === null) {
    if (submission?.end === 'draft') return 'draft';
    return submission?.end === 'started' && !submission.finished ? 'unfinished' : null;
  }
  if (speaking.order !== null) return 'busy';
  if (lacksCopy(speaking)) return 'unsaved';
  if (isOver(speaking)) return null;
  if (speaking.status === 'draft') return 'draft';
  return speaking.status === 'in-progress' ? 'unfinished' : 'unknown';
}

/** Returns the reason why a row cannot be put out of sight, or null if it can. */
export const archiveReason = (row: RowKey): SelectionReason | null =>
  row.group === 'archive' ? 'archived' : openReason(row);

/** The checks that return why a row cannot take an action, as far as the list knows. Null: it can. */
export const reasonAgainst: Readonly<Record<SelectionAction, (row: RowKey, moment: Moment) => SelectionReason | null>> =
  {
    send: sendReason,
    discard: (row) => (isHeld(row) ? null : 'not-held'),
    save: saveReason,
    withdraw: withdrawReason,
    delete: deleteReason,
    remind: remindReason,
    archive: archiveReason,
    unarchive: ({ group }) => (group === 'archive' ? null : 'listed'),
  };
