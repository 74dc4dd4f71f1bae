import { limits } from '../../../preload/contract/limits.ts';
import type { Decision, Moment, Seen } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { endCancelled, endPerhapsSent } from './cancel.ts';
import { askPerson, change, searchStage, unclearAt } from './change.ts';
import { countSigneesThere } from './compare.ts';
import { toNextStep } from './next-step.ts';

/**
 * Marks a submission whose journal was lost, damaged or restored from a backup: its upload, start, correction or
 * cancellation may be missing here. We search for the document, and continue only after a look or a person's decision.
 */
export function markRecovered(submission: Submission, now: number): Submission {
  if (!mayBeOld(submission)) return submission;
  const { acceptedAt, wish } = submission;
  const { alias, comment } = wish;
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
    // The clock may have been ahead when it was accepted. The document is then older than that moment.
    firstSent: submission.firstSent ?? { at: Math.min(acceptedAt, now), skewMs: 0, alias, comment, earlier: [] },
    stage: stageOfLook(submission, now),
  };
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
  const draft = { ...submission, recovered: false, signeesAdded: countSigneesThere(submission.wish, seen) };
  if (submission.cancelled) return endCancelled(draft, moment);
  if (submission.goal !== 'send') return toNextStep(draft, moment);
  const search = unclearAt('upload', moment.now, null);
  return change(submission, { stage: search, reason: { kind: 'recovered' }, attempts: 0 }, moment);
}

/**
 * Asks whether to send a draft beside which no started document of the submission was found. `isPartial`: not all was
 * read. Only a whole search ends what a person has cancelled.
 */
export function askAboutDraft(submission: Submission, moment: Moment, isPartial = false): Decision {
  if (submission.cancelled && !isPartial) return endCancelled({ ...submission, recovered: false }, moment);
  const reason = { kind: 'recovered', ...(isPartial && { isPartial }) } as const;
  return askPerson(submission, 'start', reason, moment);
}

/**
 * Puts the submission on hold: two whole readings did not show the document, so nothing of it is at the service now.
 * The service deletes what was signed, so the reason stays until a person presses Send.
 */
export function holdAgain(submission: Submission, moment: Moment): Decision {
  const known = { ...submission, recovered: false, firstSent: null, cancelled: false, undone: false };
  if (submission.cancelled && !submission.undone) return endPerhapsSent(known, moment);
  return change(
    known,
    { stage: { kind: 'held' }, goal: 'hold', reason: { kind: 'perhaps-sent' }, attempts: 0 },
    moment,
  );
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

/** Ends a submission whose document was started already, and adds nothing to it. */
export function endStarted(submission: Submission, seen: Seen, moment: Moment): Decision {
  const { cancelled, startedAt, finishedAt } = submission;
  const over = seen.status === 'signed' || seen.status === 'rejected' || seen.status === 'withdrawn';
  return change(
    submission,
    {
      stage: { kind: 'done', as: seen.status === 'withdrawn' ? 'withdrawn' : 'started' },
      recovered: false,
      startedAt: startedAt ?? moment.now,
      finishedAt: over ? (finishedAt ?? moment.now) : finishedAt,
      attempts: 0,
      reason: cancelled ? { kind: 'too-late' } : null,
    },
    moment,
  );
}
