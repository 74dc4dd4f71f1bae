import type { Decision, Moment } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { changed, needsYou, ready, unclear } from './change.ts';
import { unfitness } from './unfitness.ts';

/** How long a comparison counts. */
const COMPARED_FOR_MS = 60_000;

/** When the submission wants its next turn; null when something else has to happen first. */
export function dueAt({ stage }: Submission): number | null {
  if (stage.kind === 'ready') return stage.nextTryAt;
  if (stage.kind !== 'unclear' || stage.looking) return null;
  return stage.step === 'upload' && stage.candidates.length === 0 ? null : stage.nextTryAt;
}

/** Its turn has come: the intent is recorded here, before anything leaves. */
export function due(submission: Submission, skewMs: number, moment: Moment): Decision | null {
  const at = dueAt(submission);
  if (at === null || at > moment.now) return null;
  const { stage } = submission;
  if (stage.kind === 'unclear') {
    const documentId = stage.step === 'upload' ? stage.candidates[0] : submission.documentId;
    if (documentId === undefined || documentId === null) throw new Error('There is no document to look at.');
    return changed(submission, { stage: { ...stage, looking: true } }, moment, [{ kind: 'look', documentId }]);
  }
  if (stage.kind !== 'ready') return null;
  const { step } = stage;
  // A pause, a crash or an hour offline lies between the comparison and the start: what was compared may have changed.
  if (step === 'start' && moment.now - submission.changedAt > COMPARED_FOR_MS)
    return changed(submission, { stage: ready('compare', moment.now) }, moment);
  if (step === 'upload') {
    const unfit = unfitness(submission.wish, submission.goal);
    if (unfit !== null) return needsYou(submission, step, unfit, moment);
  }
  // A draft may have been emptied, or prepared without anybody.
  if (step === 'start') {
    const unfit = unfitness(submission.wish, 'send');
    if (unfit !== null) return needsYou(submission, step, unfit, moment);
  }
  const { alias, comment } = submission.wish;
  const sent = submission.firstSent ?? { at: moment.now, skewMs, alias, comment };
  const firstSent = step === 'upload' ? { firstSent: sent } : {};
  return changed(submission, { ...firstSent, stage: { kind: 'calling', step, since: moment.now } }, moment, [
    { kind: 'call' },
  ]);
}

/** At start-up every intent without an outcome is unclear, never "try again". */
export function restarted(submission: Submission, moment: Moment): Decision | null {
  const { stage } = submission;
  if (stage.kind === 'calling') {
    const next = stage.step === 'compare' ? ready('compare', moment.now) : unclear(stage.step, moment.now, moment.now);
    return changed(submission, { stage: next }, moment);
  }
  if (stage.kind === 'unclear' && stage.looking)
    return changed(submission, { stage: { ...stage, looking: false, nextTryAt: moment.now } }, moment);
  return connectionReady(submission, moment);
}

export function connectionReady(submission: Submission, moment: Moment): Decision | null {
  const { stage } = submission;
  const waits = (stage.kind === 'ready' || (stage.kind === 'unclear' && !stage.looking)) && stage.nextTryAt === null;
  if (!waits || (stage.kind === 'unclear' && stage.step === 'upload' && stage.candidates.length === 0)) return null;
  return changed(submission, { stage: { ...stage, nextTryAt: moment.now } }, moment);
}

/** The clock was set while the app ran: what was left of each wait is left now. */
export function clockMoved(before: Submission, byMs: number, moment: Moment): Decision | null {
  const then = moment.now - byMs;
  // It was written after the clock was set: its waits are counted by the new time already.
  if (byMs > 0 && before.changedAt > then + byMs / 2) return null;
  const submission = notAhead(before, moment);
  const { stage, startAfter } = submission;
  const moved = (at: number) => (at > then ? at + byMs : Math.min(at, moment.now));
  const waits = waitOf(submission);
  if (startAfter <= then && (waits ?? 0) <= then && before.changedAt <= moment.now) return null;
  return changed(submission, { startAfter: moved(startAfter), stage: waitingUntil(stage, moved) }, moment);
}

/** The clock was set back: what counts is how long to wait, not the hour that was written down. */
export function movedBack(before: Submission, moment: Moment): Submission {
  const { changedAt } = before;
  if (changedAt <= moment.now) return before;
  const submission = notAhead(before, moment);
  const { stage, startAfter } = submission;
  const moved = (at: number) => moment.now + Math.max(0, at - changedAt);
  return { ...submission, startAfter: Math.min(startAfter, moved(startAfter)), stage: waitingUntil(stage, moved) };
}

function waitOf({ stage }: Submission): number | null {
  return stage.kind === 'ready' || stage.kind === 'unclear' ? stage.nextTryAt : null;
}

function waitingUntil(stage: Stage, moved: (at: number) => number): Stage {
  if ((stage.kind !== 'ready' && stage.kind !== 'unclear') || stage.nextTryAt === null) return stage;
  return { ...stage, nextTryAt: moved(stage.nextTryAt) };
}

/** A doubt that seems to arise tomorrow would wait for a reading that begins tomorrow. */
function notAhead(submission: Submission, { now }: Moment): Submission {
  const { stage, reason } = submission;
  if (stage.kind === 'unclear') return { ...submission, stage: { ...stage, since: Math.min(stage.since, now) } };
  if (reason?.kind !== 'unsettled') return submission;
  return { ...submission, reason: { ...reason, since: Math.min(reason.since, now) } };
}
