import type { Command, Decision, Moment } from '../fact.ts';
import { newSubmission } from '../new-submission.ts';
import type { Submission } from '../submission.ts';
import { cancel, endCancelled, undo } from './cancel.ts';
import { change, isOrdered, ordered, readyFor, type Unclear, unclearAt } from './change.ts';
import { toNextStep } from './next-step.ts';
import { holdAgain } from './recovered.ts';
import { isPromised, wishOfCopy } from './replacement.ts';
import { findUnfitness } from './unfitness.ts';

/** Applies a person's command. Null: the command is not possible now. */
export function applyCommand(submission: Submission, command: Command, moment: Moment): Decision | null {
  const { stage, reason } = submission;
  switch (command.kind) {
    case 'send': {
      if (stage.kind !== 'held' && !(stage.kind === 'done' && stage.as === 'draft')) return null;
      return toNextStep({ ...submission, goal: 'send', startAfter: command.startAfter }, moment);
    }
    case 'send-now':
      return sendNow(submission, moment);
    case 'cancel':
      return cancel(submission, moment);
    case 'undo':
      return undo(submission, moment);
    case 'retry':
      return retry(submission, moment);
    case 'withdraw':
      return stage.kind === 'done' && stage.as === 'started' && submission.finishedAt === null
        ? ordered(submission, 'withdraw', moment)
        : null;
    case 'redo':
      return redo(submission, command, moment);
    case 'update': {
      const { alias, comment } = command;
      const wish = { ...submission.wish, alias, comment };
      if (stage.kind === 'held') return change(submission, { wish }, moment);
      // The service changes nothing in a started document.
      return stage.kind === 'done' && stage.as === 'draft' ? ordered(submission, 'update', moment, { wish }) : null;
    }
    case 'delete':
      return stage.kind === 'done' && (stage.as === 'draft' || stage.as === 'withdrawn')
        ? ordered(submission, 'delete', moment)
        : null;
    case 'revise': {
      const wish = { ...command.choices, file: submission.wish.file };
      if (findUnfitness(wish, 'hold') !== null) return null;
      // After new choices a person has to press Send again, unless that was the press.
      const stays = command.staysPromised === true && isPromised(submission);
      if (stage.kind === 'held') return change(submission, { wish, goal: stays ? 'send' : 'hold' }, moment);
      // A person may correct a submission that was refused before its upload. An uploaded file can no longer change.
      const untouched = submission.documentId === null && submission.firstSent === null;
      if (stage.kind !== 'needs-you' || !untouched || submission.recovered) return null;
      return change(submission, { wish, goal: 'hold', stage: { kind: 'held' }, reason: null, attempts: 0 }, moment);
    }
    case 'adopt': {
      const { documentId } = command;
      if (stage.kind !== 'needs-you' || reason?.kind !== 'several') return null;
      if (!reason.candidates.some((one) => one.documentId === documentId)) return null;
      // Somebody may have changed or started the document since the list showed it: look again before we add signees.
      const chosen = { candidates: [documentId], chosen: true };
      return change(submission, { stage: unclearAt('upload', moment.now, moment.now, chosen), attempts: 0 }, moment);
    }
    case 'upload-again':
      return uploadAgain(submission, moment);
    case 'give-up':
      if (stage.kind !== 'needs-you' || !submission.recovered) return null;
      return change(submission, { stage: { kind: 'done', as: 'given-up' }, reason: null, attempts: 0 }, moment);
    case 'claim': {
      const isBusy = stage.kind === 'calling' || (stage.kind === 'unclear' && stage.looking);
      if (submission.account !== null || stage.kind === 'done' || isBusy) return null;
      return change(submission, { account: command.account }, moment);
    }
    default: {
      const { account } = command;
      // On hold after Undo, nothing of an earlier upload is at the service.
      const unsent = submission.firstSent === null || stage.kind === 'held';
      const untouched = submission.documentId === null && unsent && !submission.recovered;
      if (submission.account === account || !untouched || stage.kind === 'done' || stage.kind === 'calling')
        return null;
      // The sender changes, so the person has to press Send again.
      const doubt = reason?.kind === 'perhaps-sent' ? reason : null;
      return change(submission, { account, goal: 'hold', stage: { kind: 'held' }, reason: doubt, attempts: 0 }, moment);
    }
  }
}

/**
 * Uploads again after the person says that none of the candidates is this upload. If there are more, the next check
 * shows those. A recovered document may be started: a list that shows it late would offer others only, so a second
 * whole reading must agree.
 */
function uploadAgain(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason, recovered, cancelled } = submission;
  if (stage.kind !== 'needs-you' || (reason?.kind !== 'several' && reason?.kind !== 'unsettled')) return null;
  if (reason.kind === 'several' && (reason.more > 0 || recovered)) {
    const shown = reason.candidates.map(({ documentId }) => documentId);
    const passed = [...reason.passed, ...shown];
    const search = unclearAt('upload', moment.now, null, { passed, missed: reason.whole ? 1 : 0 });
    return change(submission, { stage: search, attempts: 0 }, moment);
  }
  // Where no list proves it, the person who looked in the web application knows. It is on hold until Send.
  if (recovered) return holdAgain(submission, moment);
  return cancelled ? endCancelled(submission, moment) : toNextStep(submission, moment);
}

function sendNow(submission: Submission, moment: Moment): Decision | null {
  const { stage, startAfter, reason } = submission;
  if (startAfter <= moment.now || stage.kind === 'done' || stage.kind === 'held' || stage.kind === 'needs-you')
    return null;
  // This ends the time for Undo, but never a wait that the service asked for.
  const waiting = stage.kind === 'ready' && stage.step === 'compare' && reason === null;
  return change(
    submission,
    { startAfter: moment.now, ...(waiting ? { stage: readyFor('compare', moment.now) } : {}) },
    moment,
  );
}

function retry(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason, documentId, recovered } = submission;
  if (stage.kind === 'ready') return tryNow(submission, moment);
  if (stage.kind !== 'needs-you') return null;
  const fresh = { attempts: 0, vainStarts: 0, reason: null };
  const isLookedFor = recovered && !isOrdered(stage.step);
  if (isLookedFor && documentId !== null && reason?.kind !== 'several') {
    // The person wants to send a recovered submission: look at its document and continue from its state.
    const chosen = unclearAt('upload', moment.now, moment.now, { candidates: [documentId], chosen: true });
    return change(submission, { ...fresh, stage: chosen }, moment);
  }
  if (isLookedFor)
    return change(
      submission,
      { attempts: 0, reason: { kind: 'recovered' }, stage: searchAgain(submission, moment) },
      moment,
    );
  if (reason?.kind === 'several' || reason?.kind === 'unsettled')
    return change(submission, { ...fresh, stage: searchAgain(submission, moment) }, moment);
  if (stage.step === 'upload' || stage.step === 'compare') return toNextStep(submission, moment);
  // The document may have changed while the submission stood still: look at it first.
  return change(submission, { ...fresh, stage: unclearAt(stage.step, moment.now, moment.now) }, moment);
}

/** Searches again. Readings since the doubt arose still count. Candidates that a person saw are looked at again. */
function searchAgain({ reason }: Submission, { now }: Moment): Unclear {
  if (reason?.kind !== 'unsettled') return unclearAt('upload', now, null);
  const { missed, passed, since } = reason;
  return unclearAt('upload', since, null, { missed, passed });
}

/** Tries again now, unless the service asked us to wait. */
function tryNow(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason, vainStarts } = submission;
  if (stage.kind !== 'ready' || stage.nextTryAt === null) return null;
  if (reason?.kind !== 'failed' && reason?.kind !== 'connection') return null;
  const { kind, retryAfterMs } = reason.failure;
  // A start in vain waits for its quarter of an hour, also if the look that followed had trouble of its own.
  if (vainStarts > 0 && stage.step === 'compare') return null;
  if (kind === 'busy' || kind === 'quota' || kind === 'unavailable' || retryAfterMs !== undefined) return null;
  return change(submission, { stage: { ...stage, nextTryAt: Math.min(stage.nextTryAt, moment.now) } }, moment);
}

type Redo = Extract<Command, { readonly kind: 'redo' }>;

const ENDS_WITHOUT_COPY: ReadonlySet<string> = new Set(['cancelled', 'deleted', 'given-up']);

/** Creates a new submission on hold: the person corrects it before Send, or has corrected it already. */
function redo(submission: Submission, { id, corrected }: Redo, moment: Moment): Decision | null {
  const { stage, reason, connectionId, origin, account, profileId } = submission;
  const wish = wishOfCopy(submission, corrected);
  if (corrected !== undefined && findUnfitness(wish, 'send') !== null) return null;
  const kept = { connectionId, account, profileId, origin, wish } as const;
  const copy = newSubmission({ ...kept, id, goal: 'hold', undoMs: 0 }, moment.now);
  const promise = corrected === undefined ? {} : ({ goal: 'send', startAfter: corrected.startAfter } as const);
  const fresh = { ...copy, ...promise, redoOf: submission.id };
  // The draft differs from the choices (a signee is in it twice, for example): a new draft replaces it.
  if (stage.kind === 'needs-you' && reason?.kind === 'differs' && !submission.cancelled)
    return { ...endCancelled(submission, moment), created: [fresh] };
  // These have no spool copy any more from which to create a new submission.
  if (stage.kind !== 'done' || ENDS_WITHOUT_COPY.has(stage.as)) return null;
  const started = stage.as === 'started' && submission.finishedAt === null;
  const old = started ? ordered(submission, 'withdraw', moment) : change(submission, {}, moment);
  return { ...old, created: [fresh] };
}
