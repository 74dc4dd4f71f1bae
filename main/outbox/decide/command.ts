import { accepted } from '../accepted.ts';
import type { Command, Decision, Moment } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { cancel, stopped } from './cancel.ts';
import { changed, ready, unclear } from './change.ts';
import { onward } from './way.ts';

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
    case 'undo-until':
      return undoUntil(submission, command.startAfter, moment);
    case 'cancel':
      return cancel(submission, moment);
    case 'retry':
      return retry(submission, moment);
    case 'withdraw':
      return stage.kind === 'done' && stage.as === 'started' ? go('withdraw') : null;
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
      if (stage.kind === 'held') return changed(submission, { wish }, moment);
      // What stopped it before anything left may be put right; what was uploaded is as it is.
      const untouched = submission.documentId === null && submission.firstSent === null;
      if (stage.kind !== 'needs-you' || !untouched || reason?.kind === 'recovered') return null;
      return changed(submission, { wish, stage: { kind: 'held' }, reason: null, attempts: 0 }, moment);
    }
    case 'adopt':
      if (stage.kind !== 'needs-you' || reason?.kind !== 'several' || !reason.candidates.includes(command.documentId))
        return null;
      return adopted({ ...submission, documentId: command.documentId, uploadedAt: moment.now }, moment);
    default:
      if (stage.kind !== 'needs-you' || reason?.kind !== 'several') return null;
      return submission.cancelled ? stopped(submission, moment) : onward(submission, moment);
  }
}

function adopted(submission: Submission, moment: Moment): Decision {
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

/** Only a start that is still ahead can be set to another time. */
function undoUntil(submission: Submission, startAfter: number, moment: Moment): Decision | null {
  const { stage, goal, cancelled } = submission;
  if (goal !== 'send' || cancelled || stage.kind === 'done' || stage.kind === 'held') return null;
  if (stage.kind === 'calling' && stage.step === 'start') return null;
  const waiting = stage.kind === 'ready' && stage.step === 'compare' && submission.reason === null;
  return changed(submission, { startAfter, ...(waiting ? { stage: ready('compare', startAfter) } : {}) }, moment);
}

function retry(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason } = submission;
  if (stage.kind === 'ready') return tryNow(submission, moment);
  if (stage.kind !== 'needs-you' || reason?.kind === 'several') return null;
  const fresh = { attempts: 0, reason: null };
  if (reason?.kind === 'recovered' && submission.documentId === null) {
    // It may have been uploaded since: the checks show whether there is a draft with this content.
    const { alias, comment } = submission.wish;
    const firstSent = submission.firstSent ?? { at: submission.acceptedAt, skewMs: 0, alias, comment };
    return changed(submission, { attempts: 0, firstSent, stage: unclear('upload', firstSent.at, null) }, moment);
  }
  if (reason?.kind === 'recovered' && (stage.step === 'upload' || stage.step === 'compare')) {
    const next = submission.signeesAdded < submission.wish.signees.length ? 'add-signee' : 'start';
    return changed(submission, { ...fresh, stage: unclear(next, moment.now, moment.now) }, moment);
  }
  if (stage.step === 'upload' || stage.step === 'compare') return onward(submission, moment);
  // Much may have happened since it stopped: the document is looked at first.
  return changed(submission, { ...fresh, stage: unclear(stage.step, moment.now, moment.now) }, moment);
}

/** Nobody has to wait for the next try, unless it was the service that asked for the time. */
function tryNow(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason } = submission;
  if (stage.kind !== 'ready' || stage.nextTryAt === null) return null;
  if (reason?.kind !== 'failed' && reason?.kind !== 'connection') return null;
  const { kind, retryAfterMs } = reason.failure;
  if (kind === 'busy' || kind === 'unavailable' || retryAfterMs !== undefined) return null;
  return changed(submission, { stage: { ...stage, nextTryAt: Math.min(stage.nextTryAt, moment.now) } }, moment);
}

/** The new submission waits for a person: what was wrong with the old one is to be put right first. */
function redo(submission: Submission, id: string, moment: Moment): Decision | null {
  const { stage } = submission;
  // What was given up has no copy any more to be made from.
  if (stage.kind !== 'done' || stage.as === 'cancelled' || stage.as === 'deleted') return null;
  const started = stage.as === 'started' && submission.finishedAt === null;
  const old = started
    ? changed(submission, { stage: ready('withdraw', moment.now), attempts: 0, reason: null }, moment)
    : changed(submission, {}, moment);
  const { connectionId, origin, wish } = submission;
  const fresh = accepted({ id, connectionId, origin, wish, goal: 'hold', undoMs: 0 }, moment.now);
  return { ...old, created: [{ ...fresh, redoOf: submission.id }] };
}
