import type { Command, Decision, Moment } from '../fact.ts';
import { newSubmission } from '../new-submission.ts';
import type { Submission } from '../submission.ts';
import { cancel, stopped } from './cancel.ts';
import { changed, ready, type Unclear, unclear } from './change.ts';
import { onward } from './next-step.ts';
import { notUploaded } from './recovered.ts';
import { unfitness } from './unfitness.ts';

/** What a person asked for; null when it is not possible now. */
export function commanded(submission: Submission, command: Command, moment: Moment): Decision | null {
  const { stage, reason } = submission;
  const go = (step: 'withdraw' | 'delete' | 'update', patch = {}) =>
    changed(submission, { ...patch, stage: ready(step, moment.now), attempts: 0, reason: null }, moment);
  switch (command.kind) {
    case 'send': {
      if (stage.kind !== 'held' && !(stage.kind === 'done' && stage.as === 'draft')) return null;
      return onward({ ...submission, goal: 'send', startAfter: command.startAfter }, moment);
    }
    case 'send-now':
      return sendNow(submission, moment);
    case 'cancel':
      return cancel(submission, moment);
    case 'retry':
      return retry(submission, moment);
    case 'withdraw':
      return stage.kind === 'done' && stage.as === 'started' && submission.finishedAt === null ? go('withdraw') : null;
    case 'redo':
      return redo(submission, command.id, moment);
    case 'update': {
      const { alias, comment } = command;
      const wish = { ...submission.wish, alias, comment };
      if (stage.kind === 'held') return changed(submission, { wish }, moment);
      // A started document takes no changes.
      return stage.kind === 'done' && stage.as === 'draft' ? go('update', { wish }) : null;
    }
    case 'delete':
      return stage.kind === 'done' && (stage.as === 'draft' || stage.as === 'withdrawn') ? go('delete') : null;
    case 'revise': {
      const wish = { ...command.choices, file: submission.wish.file };
      if (unfitness(wish, 'hold') !== null) return null;
      if (stage.kind === 'held') return changed(submission, { wish }, moment);
      // What stopped it before anything left may be put right; what was uploaded is as it is.
      const untouched = submission.documentId === null && submission.firstSent === null;
      if (stage.kind !== 'needs-you' || !untouched || submission.recovered) return null;
      return changed(submission, { wish, goal: 'hold', stage: { kind: 'held' }, reason: null, attempts: 0 }, moment);
    }
    case 'adopt': {
      const { documentId } = command;
      if (stage.kind !== 'needs-you' || reason?.kind !== 'several') return null;
      if (!reason.candidates.some((one) => one.documentId === documentId)) return null;
      // Since it was shown it may have been started or changed: look before anything is added to it.
      const chosen = { candidates: [documentId], chosen: true, whole: reason.whole };
      return changed(submission, { stage: unclear('upload', moment.now, moment.now, chosen), attempts: 0 }, moment);
    }
    case 'upload-again':
      return uploadAgain(submission, moment);
    case 'give-up':
      if (stage.kind !== 'needs-you' || !submission.recovered) return null;
      return changed(submission, { stage: { kind: 'done', as: 'given-up' }, reason: null, attempts: 0 }, moment);
    default: {
      const { account } = command;
      const untouched = submission.documentId === null && submission.firstSent === null && !submission.recovered;
      if (submission.account === account || !untouched || stage.kind === 'done' || stage.kind === 'calling')
        return null;
      // Another account sends it: that takes another press of Send.
      return changed(submission, { account, goal: 'hold', stage: { kind: 'held' }, reason: null, attempts: 0 }, moment);
    }
  }
}

/** None of the candidates is it. */
function uploadAgain(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason } = submission;
  if (stage.kind !== 'needs-you' || (reason?.kind !== 'several' && reason?.kind !== 'unsettled')) return null;
  if (submission.recovered) return reason.whole ? notUploaded(submission, moment) : null;
  return submission.cancelled ? stopped(submission, moment) : onward(submission, moment);
}

function sendNow(submission: Submission, moment: Moment): Decision | null {
  const { stage, startAfter, reason } = submission;
  if (startAfter <= moment.now || stage.kind === 'done' || stage.kind === 'held' || stage.kind === 'needs-you')
    return null;
  // Only the undo window is cut short; a wait the service asked for is not.
  const waiting = stage.kind === 'ready' && stage.step === 'compare' && reason === null;
  return changed(
    submission,
    { startAfter: moment.now, ...(waiting ? { stage: ready('compare', moment.now) } : {}) },
    moment,
  );
}

function retry(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason, documentId, recovered } = submission;
  if (stage.kind === 'ready') return tryNow(submission, moment);
  if (stage.kind !== 'needs-you') return null;
  const fresh = { attempts: 0, reason: null };
  if (recovered && documentId !== null) {
    // A person wants it sent: look how far it came, and go on from there.
    const chosen = unclear('upload', moment.now, moment.now, { candidates: [documentId], chosen: true });
    return changed(submission, { ...fresh, stage: chosen }, moment);
  }
  if (recovered)
    return changed(
      submission,
      { attempts: 0, reason: { kind: 'recovered' }, stage: searchAgain(submission, moment) },
      moment,
    );
  // Look once more, from the beginning.
  if (reason?.kind === 'several' || reason?.kind === 'unsettled')
    return changed(submission, { ...fresh, stage: searchAgain(submission, moment) }, moment);
  if (stage.step === 'upload' || stage.step === 'compare') return onward(submission, moment);
  // Much may have happened since it stopped: the document is looked at first.
  return changed(submission, { ...fresh, stage: unclear(stage.step, moment.now, moment.now) }, moment);
}

/** What was read since the doubt arose still counts; documents that were shown to a person are looked at again. */
function searchAgain({ reason }: Submission, { now }: Moment): Unclear {
  if (reason?.kind !== 'unsettled') return unclear('upload', now, null);
  return unclear('upload', reason.since, null, { missed: reason.missed });
}

/** Nobody has to wait for the next try, unless it was the service that asked for the time. */
function tryNow(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason } = submission;
  if (stage.kind !== 'ready' || stage.nextTryAt === null) return null;
  if (reason?.kind !== 'failed' && reason?.kind !== 'connection') return null;
  const { kind, retryAfterMs } = reason.failure;
  if (kind === 'busy' || kind === 'quota' || kind === 'unavailable' || retryAfterMs !== undefined) return null;
  return changed(submission, { stage: { ...stage, nextTryAt: Math.min(stage.nextTryAt, moment.now) } }, moment);
}

const gone: ReadonlySet<string> = new Set(['cancelled', 'deleted', 'given-up']);

/** The new submission waits for a person: what was wrong with the old one is to be put right first. */
function redo(submission: Submission, id: string, moment: Moment): Decision | null {
  const { stage, reason, connectionId, origin, wish, account } = submission;
  const copy = newSubmission({ id, connectionId, account, origin, wish, goal: 'hold', undoMs: 0 }, moment.now);
  const fresh = { ...copy, redoOf: submission.id };
  // The draft is not as it should be, a person is in it twice say: a new one takes its place.
  if (stage.kind === 'needs-you' && reason?.kind === 'differs' && !submission.cancelled)
    return { ...stopped(submission, moment), created: [fresh] };
  // What was given up has no copy any more to be made from.
  if (stage.kind !== 'done' || gone.has(stage.as)) return null;
  const started = stage.as === 'started' && submission.finishedAt === null;
  const old = started
    ? changed(submission, { stage: ready('withdraw', moment.now), attempts: 0, reason: null }, moment)
    : changed(submission, {}, moment);
  return { ...old, created: [fresh] };
}
