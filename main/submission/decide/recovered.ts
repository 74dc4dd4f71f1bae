import { limits } from '../../../preload/contract/limits.ts';
import { isSameText } from '../document-name.ts';
import type { Decision, Moment, Seen } from '../fact.ts';
import type { DraftWords, Reason, Stage, Submission, Wish, WishSignee } from '../submission.ts';
import { endCancelled, endPerhapsSent, endWithoutDocument } from './cancel.ts';
import { askPerson, change, onHold, searchStage, unclearAt } from './change.ts';
import { compare, countSigneesThere } from './compare.ts';
import { toNextStep } from './next-step.ts';

/**
 * Marks a submission whose journal was lost, damaged or restored from a backup: its upload, start, correction or
 * cancellation may be missing here. We search for the document, and continue only after a look or a person's decision.
 */
export function markRecovered(submission: Submission, now: number): Submission {
  if (!mayBeOld(submission)) return submission;
  return {
    ...submission,
    recovered: true,
    // A held submission stays on hold: nobody has pressed Send.
    goal: submission.stage.kind === 'held' ? 'hold' : submission.goal,
    changedAt: now,
    // A clock that was ahead would let it wait for days.
    startAfter: Math.min(submission.startAfter, now + limits.undoSeconds * 1_000),
    reason: { kind: 'recovered' },
    attempts: 0,
    firstSent: submission.firstSent ?? firstSentBy(submission, now),
    stage: stageOfLook(submission, now),
  };
}

/** So far ahead may a clock have been that nobody compared with the service's. */
const MOST_AHEAD_MS = 365 * 24 * 60 * 60_000;

/** Returns the first upload that a lost journal may have known. A draft that was made elsewhere has none. */
function firstSentBy({ acceptedAt, acceptedSkewMs, wish }: Submission, now: number): Submission['firstSent'] {
  if (wish.file.sha256 === null) return null;
  const { alias, comment } = wish;
  // The clock may have been ahead when it was accepted. The document is then older than that moment.
  const at = Math.min(acceptedAt, now) - (acceptedSkewMs === null ? MOST_AHEAD_MS : 0);
  return { at, skewMs: acceptedSkewMs ?? 0, alias, comment, earlier: [] };
}

/** Returns the stage in which a look shows what became of the document, or of its withdrawal. */
function stageOfLook(submission: Submission, now: number): Stage {
  const { stage, documentId } = submission;
  const notBefore = Math.max(now, endOfWait(submission));
  const isWithdrawn = documentId !== null && 'step' in stage && stage.step === 'withdraw';
  return isWithdrawn ? unclearAt('withdraw', now, notBefore) : searchStage(submission, now, notBefore);
}

/** Returns the end of the current wait. If the service asked us to wait, looks wait as well. */
function endOfWait({ stage }: Submission): number {
  return stage.kind === 'ready' || stage.kind === 'unclear' ? (stage.nextTryAt ?? 0) : 0;
}

/** Tells whether the service could know more. Finished submissions stay, but a draft may have been sent. */
export function mayBeOld({ stage }: Submission): boolean {
  return stage.kind !== 'done' || stage.as === 'draft';
}

/**
 * Searches for another document of the submission after a look showed that its own was not started: after an upload in
 * doubt, another computer may have started one that this journal does not know. Then a person must decide.
 */
export function afterNoStart(submission: Submission, seen: Seen, moment: Moment): Decision {
  // An older journal may not know whom we have added since.
  const known = { ...submission, recovered: false, signeesAdded: countSigneesThere(submission.wish, seen) };
  // It has no other document. A person looks at the draft as it is now, and sends it.
  if (isBehind(known, seen)) return endCancelled({ ...known, draft: wordsOf(seen) }, moment);
  if (submission.goal !== 'send') return submission.cancelled ? endCancelled(known, moment) : toNextStep(known, moment);
  const search = unclearAt('upload', moment.now, null);
  return change(submission, { stage: search, reason: { kind: 'recovered' }, attempts: 0 }, moment);
}

const wordsOf = ({ alias, comment }: Seen): DraftWords => ({ alias: alias ?? '', comment: comment ?? '' });

/**
 * Tells whether the draft lacks what a person has chosen for it, which the copy of a file may know and an older journal
 * does not. To send it would send something else than its row shows.
 */
function isBehind({ draft, goal, cancelled, wish, signeesAdded }: Submission, seen: Seen): boolean {
  if (draft !== undefined) return true;
  if (goal === 'send' || cancelled) return false;
  const { alias, comment } = wordsOf(seen);
  const hasWords = isSameText(alias, wish.alias) && isSameText(comment, wish.comment);
  return !hasWords || (goal === 'hold' && signeesAdded < wish.signees.length);
}

/**
 * Asks whether to send a draft beside which no started document of the submission was found. `isPartial`: not all was
 * read. The draft of what a person has cancelled is deleted; after a search that was not whole, another one may have
 * been sent.
 */
export function askAboutDraft(submission: Submission, moment: Moment, isPartial = false): Decision {
  if (submission.cancelled) return endCancelled({ ...submission, recovered: isPartial }, moment);
  const reason = { kind: 'recovered', ...(isPartial && { isPartial }) } as const;
  return askPerson(submission, 'start', reason, moment);
}

/**
 * Puts the submission on hold: two whole readings did not show the document, so nothing of it is at the service now.
 * The service deletes what was signed, so the reason stays until a person presses Send.
 */
export function holdAgain(submission: Submission, moment: Moment): Decision {
  const known = {
    ...submission,
    recovered: false,
    perhapsSent: true,
    firstSent: null,
    cancelled: false,
    undone: false,
  };
  if (submission.cancelled && !submission.undone) return endPerhapsSent(known, moment);
  return change(known, onHold(known), moment);
}

/** Ends what a person has cancelled, after its draft was deleted. */
export function endDeletedDraft(submission: Submission, moment: Moment): Decision {
  if (!submission.recovered) return endWithoutDocument(submission, moment);
  // People may have signed what was started once, before the service deleted it.
  if (submission.startedAt !== null) return endPerhapsSent({ ...submission, recovered: false }, moment);
  const nothingThere = { documentId: null, signeesAdded: 0, rested: false };
  return holdAgain(submission.undone ? { ...submission, ...nothingThere } : submission, moment);
}

/** Continues with the document that a person chose, from the state that the look showed. */
export function adopt(submission: Submission, seen: Seen, moment: Moment): Decision {
  const known = {
    ...submission,
    documentId: seen.documentId,
    uploadedAt: submission.uploadedAt ?? moment.now,
    recovered: false,
  };
  if (seen.status === 'draft') {
    const draft = { ...known, signeesAdded: countSigneesThere(submission.wish, seen) };
    return submission.cancelled ? endCancelled(draft, moment) : toNextStep(draft, moment);
  }
  return endStarted(known, seen, moment);
}

/** Tells whether a draft was started without the people, the sender or the comment that a person wanted for it. */
function isStartedByOthers({ draft, wish }: Submission, seen: Seen): boolean {
  if (draft === undefined) return false;
  const isOther = (what: 'alias' | 'comment') => seen[what] !== null && !isSameText(seen[what], wish[what]);
  return countSigneesThere(wish, seen) < wish.signees.length || isOther('alias') || isOther('comment');
}

/** Returns the choices with the sender and the comment that the document has. */
export const withWordsOf = (wish: Wish, { alias, comment }: Seen): Wish => ({
  ...wish,
  alias: alias ?? wish.alias,
  comment: comment ?? '',
});

/** Returns the choices as others have started them, so that the row names nobody who was never asked. */
function startedWish({ wish }: Submission, seen: Seen): Wish {
  const named = seen.signees.flatMap(({ email, order }): WishSignee[] =>
    email === undefined ? [] : [{ email, ...(order === undefined ? {} : { order }) }],
  );
  return { ...withWordsOf(wish, seen), signees: named };
}

/**
 * Ends a submission whose document was started already, and adds nothing to it. What others started of a draft, it never
 * calls sent.
 */
export function endStarted(
  submission: Submission,
  seen: Seen,
  moment: Moment,
  reason: Reason | null = submission.cancelled ? { kind: 'too-late' } : null,
): Decision {
  const { cancelled, startedAt, finishedAt } = submission;
  const byOthers = isStartedByOthers(submission, seen);
  if (byOthers && !cancelled) return compare(submission, seen, moment);
  const over = seen.status === 'signed' || seen.status === 'rejected' || seen.status === 'withdrawn';
  return change(
    submission,
    {
      ...(byOthers && { wish: startedWish(submission, seen) }),
      stage: { kind: 'done', as: seen.status === 'withdrawn' ? 'withdrawn' : 'started' },
      recovered: false,
      startedAt: startedAt ?? moment.now,
      finishedAt: over ? (finishedAt ?? moment.now) : finishedAt,
      attempts: 0,
      reason,
    },
    moment,
  );
}
