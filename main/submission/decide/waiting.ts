import { limits } from '../../../preload/contract/limits.ts';
import type { Decision, Moment } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { askPerson, change, readyFor, unclearAt } from './change.ts';
import { isPromised } from './replacement.ts';
import { findUnfitness } from './unfitness.ts';

/** A comparison older than this is repeated before the start. */
const COMPARED_FOR_MS = 60_000;

/** Returns the time at which the worker may take the submission. Null: something else has to happen first. */
export function dueAt(submission: Submission): number | null {
  const { stage } = submission;
  // It waits for the document that it replaces, not for a time.
  if (isPromised(submission)) return 0;
  if (stage.kind === 'ready') return stage.nextTryAt;
  if (stage.kind !== 'unclear' || stage.looking) return null;
  return stage.step === 'upload' && stage.candidates.length === 0 ? null : stage.nextTryAt;
}

/** Lets the worker take the submission. The result is stored before the call is sent. */
export function takeTurn(submission: Submission, skewMs: number, moment: Moment): Decision | null {
  const at = dueAt(submission);
  if (at === null || at > moment.now) return null;
  const { stage } = submission;
  if (stage.kind === 'unclear') {
    const documentId = stage.step === 'upload' ? stage.candidates[0] : submission.documentId;
    if (documentId === undefined || documentId === null) throw new Error('There is no document to look at.');
    return change(submission, { stage: { ...stage, looking: true } }, moment, [{ kind: 'look', documentId }]);
  }
  if (stage.kind !== 'ready') return null;
  const { step } = stage;
  // After a pause, a crash or an hour offline the document may have changed since the comparison.
  if (step === 'start' && moment.now - submission.changedAt > COMPARED_FOR_MS)
    return change(submission, { stage: readyFor('compare', moment.now) }, moment);
  if (step === 'upload') {
    const unfit = findUnfitness(submission.wish, submission.goal);
    if (unfit !== null) return askPerson(submission, step, unfit, moment);
  }
  // Somebody may have prepared the draft without signees or removed them.
  if (step === 'start') {
    const unfit = findUnfitness(submission.wish, 'send');
    if (unfit !== null) return askPerson(submission, step, unfit, moment);
  }
  const firstSent = step === 'upload' ? { firstSent: sentNow(submission, skewMs, moment) } : {};
  return change(submission, { ...firstSent, stage: { kind: 'calling', step, since: moment.now } }, moment, [
    { kind: 'call' },
  ]);
}

/** Nobody has more time for Undo than one can choose, whatever the clock and the sleep did to a wait. */
const atMostForUndo = (at: number, { now }: Moment): number => Math.min(at, now + limits.undoSeconds * 1_000);

/** Gives back the time for Undo that passed in a sleep. */
export function afterSleep(submission: Submission, ms: number, moment: Moment): Decision | null {
  const { stage, startAfter, acceptedAt, changedAt } = submission;
  if (stage.kind === 'done' || startAfter <= moment.now - ms) return null;
  // What was accepted in the future was there before the clock was set back.
  const isOlder = acceptedAt > moment.now;
  const passed = isOlder ? ms : Math.min(ms, moment.now - Math.min(acceptedAt, changedAt));
  const after = atMostForUndo(startAfter + passed, moment);
  const waits = stage.kind === 'ready' && stage.nextTryAt === startAfter;
  return change(submission, { startAfter: after, ...(waits ? { stage: { ...stage, nextTryAt: after } } : {}) }, moment);
}

/**
 * Notes the upload beside the first one. After Undo the choices may differ, but the first still finds repeated uploads.
 */
function sentNow(
  { firstSent, wish }: Submission,
  skewMs: number,
  { now }: Moment,
): NonNullable<Submission['firstSent']> {
  const { alias, comment } = wish;
  if (firstSent === null) return { at: now, skewMs, alias, comment, lastAt: now, earlier: [] };
  const isSame = firstSent.alias === alias && firstSent.comment === comment;
  const { alias: before, comment: said, earlier } = firstSent;
  return {
    ...firstSent,
    alias,
    comment,
    lastAt: now,
    earlier: isSame ? earlier : [...earlier, { alias: before, comment: said }],
  };
}

/**
 * Gives back the time for Undo that was left at the last change. Nobody could press Undo while the app was closed, and
 * the clock may have been set meanwhile.
 */
function withTimeForUndo(submission: Submission, moment: Moment): Submission {
  const { stage, goal, startAfter, changedAt } = submission;
  const left = startAfter - changedAt;
  if (goal !== 'send' || left <= 0 || !['ready', 'calling', 'unclear'].includes(stage.kind)) return submission;
  const waits = stage.kind === 'ready' && stage.nextTryAt === startAfter;
  const after = atMostForUndo(moment.now + left, moment);
  return { ...submission, startAfter: after, ...(waits ? { stage: { ...stage, nextTryAt: after } } : {}) };
}

/** Makes every running call unclear after a restart. Repeating it without a look could send a document twice. */
export function afterRestart(before: Submission, moment: Moment): Decision | null {
  const submission = withTimeForUndo(before, moment);
  const { stage } = submission;
  if (stage.kind === 'calling') {
    const next =
      stage.step === 'compare' ? readyFor('compare', moment.now) : unclearAt(stage.step, moment.now, moment.now);
    return change(submission, { stage: next }, moment);
  }
  if (stage.kind === 'unclear' && stage.candidates.length > 0 && !stage.chosen)
    return change(submission, { stage: { ...stage, candidates: [], looking: false, nextTryAt: null } }, moment);
  if (stage.kind === 'unclear' && stage.looking)
    return change(submission, { stage: { ...stage, looking: false, nextTryAt: moment.now } }, moment);
  return afterConnectionReady(submission, moment) ?? (submission === before ? null : change(submission, {}, moment));
}

export function afterConnectionReady(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason } = submission;
  const isOpen = stage.kind === 'ready' || (stage.kind === 'unclear' && !stage.looking);
  const waits = isOpen && (stage.nextTryAt === null || reason?.kind === 'connection');
  if (!waits || (stage.kind === 'unclear' && stage.step === 'upload' && stage.candidates.length === 0)) return null;
  return change(submission, { stage: { ...stage, nextTryAt: moment.now } }, moment);
}

/** Moves all waits after the clock was set while the app ran: each keeps its remaining length. */
export function moveWaits(before: Submission, byMs: number, moment: Moment): Decision | null {
  const then = moment.now - byMs;
  // The submission was stored after the clock was set: its waits use the new time already.
  if (byMs > 0 && before.changedAt > then + byMs / 2) return null;
  const capped = capDoubt(before, moment);
  const submission = moveDoubt(capped, byMs);
  const { stage, startAfter } = submission;
  // A time that is over keeps its distance as well: a sleep that is told next may give back what passed since.
  const moved = (at: number) => (at > then || byMs < 0 ? Math.max(0, at + byMs) : at);
  const waits = waitOf(submission);
  const isPast = startAfter <= then && (waits ?? 0) <= then && before.changedAt <= moment.now;
  if (isPast && submission === capped) return null;
  return change(submission, { startAfter: moved(startAfter), stage: moveNextTry(stage, moved) }, moment);
}

/** Keeps the time that a call in vain, or a missed document, has still to wait, which is counted from an answer. */
function moveDoubt(submission: Submission, byMs: number): Submission {
  const { stage, vainCalls } = submission;
  if (stage.kind !== 'unclear' || stage.step === 'upload' || byMs < 0) return submission;
  const { missedAt } = stage;
  if (missedAt === undefined && vainCalls === 0) return submission;
  const missed = missedAt === undefined ? {} : { missedAt: missedAt + byMs };
  return { ...submission, stage: { ...stage, since: stage.since + byMs, ...missed } };
}

/** Keeps the remaining length of each wait if the clock was set back, counted from the last change. */
export function correctForClockSetBack(before: Submission, moment: Moment): Submission {
  const { changedAt } = before;
  if (changedAt <= moment.now) return before;
  const submission = capDoubt(before, moment);
  const { stage, startAfter } = submission;
  const moved = (at: number) => moment.now + Math.max(0, at - changedAt);
  return { ...submission, startAfter: Math.min(startAfter, moved(startAfter)), stage: moveNextTry(stage, moved) };
}

function waitOf({ stage }: Submission): number | null {
  return stage.kind === 'ready' || stage.kind === 'unclear' ? stage.nextTryAt : null;
}

function moveNextTry(stage: Stage, moved: (at: number) => number): Stage {
  if ((stage.kind !== 'ready' && stage.kind !== 'unclear') || stage.nextTryAt === null) return stage;
  return { ...stage, nextTryAt: moved(stage.nextTryAt) };
}

/** Moves a doubt with a future time to now: otherwise no reading would count until that time. */
function capDoubt(submission: Submission, { now }: Moment): Submission {
  const { stage, reason } = submission;
  if (stage.kind === 'unclear') {
    const { since, missedAt } = stage;
    const missed = missedAt === undefined ? {} : { missedAt: Math.min(missedAt, now) };
    return { ...submission, stage: { ...stage, since: Math.min(since, now), ...missed } };
  }
  if (reason?.kind !== 'unsettled') return submission;
  return { ...submission, reason: { ...reason, since: Math.min(reason.since, now) } };
}
