import { isSameName } from '../document-name.ts';
import type { Command, Decision, Moment } from '../fact.ts';
import { type Acceptance, newSubmission } from '../new-submission.ts';
import type { Submission, Wish } from '../submission.ts';
import { cancel, endCancelled, undo } from './cancel.ts';
import {
  change,
  isOrdered,
  isStartedElsewhere,
  mayBeSent,
  onHold,
  ordered,
  readyFor,
  type Unclear,
  unclearAt,
} from './change.ts';
import { findMissing, toNextStep } from './next-step.ts';
import { holdAgain } from './recovered.ts';
import { copyOf, isPromised } from './replacement.ts';
import { findUnfitness } from './unfitness.ts';

/** Applies a person's command. Null: the command is not possible now. */
export function applyCommand(submission: Submission, command: Command, moment: Moment): Decision | null {
  const { stage, reason } = submission;
  switch (command.kind) {
    case 'send': {
      if (stage.kind !== 'held' && !(stage.kind === 'done' && stage.as === 'draft')) return null;
      // What was to be added to the draft is shown with its people before it is sent.
      if (findMissing(submission) !== null) return null;
      const perhapsSent = mayBeSent(submission);
      const rested = submission.rested || stage.kind === 'done';
      const fresh = { goal: 'send', startAfter: command.startAfter, vainCalls: 0 } as const;
      return toNextStep({ ...submission, perhapsSent, rested, ...fresh }, moment);
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
      // The service changes nothing in a started document. What a person completes, they change with all the rest.
      const isDraft = stage.kind === 'done' && stage.as === 'draft' && submission.draft === undefined;
      return isDraft ? ordered(submission, 'update', moment, { wish }) : null;
    }
    case 'complete':
      return complete(submission, command, moment);
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
      // An earlier upload that left no trace is none, once the service refuses the file for good.
      const isRefused = reason?.kind === 'failed' && reason.failure.certainty === 'permanent';
      const untouched = submission.documentId === null && (submission.firstSent === null || isRefused);
      if (stage.kind !== 'needs-you' || stage.step !== 'upload' || !untouched || submission.recovered) return null;
      return change(submission, { wish, ...onHold(submission) }, moment);
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
      return change(submission, { account, ...onHold(submission) }, moment);
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
  const fresh = { attempts: 0, vainCalls: 0, reason: null };
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
  if (stage.step === 'upload' || stage.step === 'compare') return toNextStep({ ...submission, vainCalls: 0 }, moment);
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
  const { stage, reason, vainCalls } = submission;
  if (stage.kind !== 'ready' || stage.nextTryAt === null) return null;
  if (reason?.kind !== 'failed' && reason?.kind !== 'connection') return null;
  const { kind, retryAfterMs } = reason.failure;
  // A start in vain waits for its quarter of an hour, also if the look that followed had trouble of its own.
  if (vainCalls > 0 && stage.step === 'compare') return null;
  if (kind === 'busy' || kind === 'quota' || kind === 'unavailable' || retryAfterMs !== undefined) return null;
  return change(submission, { stage: { ...stage, nextTryAt: Math.min(stage.nextTryAt, moment.now) } }, moment);
}

type Complete = Extract<Command, { readonly kind: 'complete' }>;

/** Tells whether a person can complete the draft: it rests, or is not as the person was shown it or chose it. */
function isCompletable({ stage, reason, documentId, cancelled, recovered }: Submission): boolean {
  if (stage.kind === 'done') return stage.as === 'draft';
  if (stage.kind !== 'needs-you' || reason?.kind !== 'differs') return false;
  const isDraft = documentId !== null && reason.differences.every(({ what }) => what !== 'status' && what !== 'place');
  return isDraft && !cancelled && !recovered;
}

/** Returns the choices for a draft as the person saw it, with what they add to it. */
export function wishOfCompletion(wish: Wish, command: Complete): Wish {
  const { name, mode, jurisdiction, present, added, alias, comment } = command;
  // A service may show a long name shorter than it is.
  const file = isSameName(name, wish.file.name) ? wish.file : { ...wish.file, name };
  return { ...wish, file, mode, jurisdiction, alias, comment, signees: [...present, ...added] };
}

/**
 * Sends a draft that is at the service, with further people, another sender or comment. First it has to be as the person
 * was shown it.
 */
function complete(submission: Submission, command: Complete, moment: Moment): Decision | null {
  const { shown, present, startAfter } = command;
  const wish = wishOfCompletion(submission.wish, command);
  if (!isCompletable(submission) || findUnfitness({ ...wish, scanPredefined: false }, 'send') !== null) return null;
  const known = { ...submission, wish, draft: shown, signeesAdded: present.length, goal: 'send', startAfter } as const;
  return toNextStep({ ...known, vainCalls: 0 }, moment);
}

/** Creates the submission of a draft that was made elsewhere. Null: it cannot be sent so. */
export function completeForeign(
  given: Omit<Acceptance, 'goal' | 'undoMs'>,
  documentId: string,
  command: Complete,
  moment: Moment,
): Submission | null {
  const found = newSubmission({ ...given, goal: 'hold', undoMs: 0 }, moment.now);
  const decided = complete({ ...found, documentId, stage: { kind: 'done', as: 'draft' } }, command, moment);
  return decided && { ...decided.submission, revision: found.revision };
}

type Redo = Extract<Command, { readonly kind: 'redo' }>;

/** Returns the submission as one whose draft is deleted when the person stops. */
function ownUpload({ draft: _draft, ...submission }: Submission): Submission {
  return submission;
}

const ENDS_WITHOUT_COPY: ReadonlySet<string> = new Set(['cancelled', 'deleted', 'given-up']);

/** Creates a new submission on hold: the person corrects it before Send, or has corrected it already. */
function redo(submission: Submission, command: Redo, moment: Moment): Decision | null {
  const { corrected } = command;
  const { stage, reason } = submission;
  // There is no file that could go again.
  if (submission.wish.file.sha256 === null) return null;
  const copy = copyOf(submission, command, moment.now);
  if (corrected !== undefined && findUnfitness(copy.wish, 'send') !== null) return null;
  const promise =
    corrected === undefined ? {} : ({ goal: 'send', startAfter: corrected.startAfter, reason: null } as const);
  const fresh = { ...copy, ...promise };
  if (isStartedElsewhere(submission)) return null;
  // The draft differs from the choices (a signee is in it twice, for example): a new draft replaces it.
  if (stage.kind === 'needs-you' && reason?.kind === 'differs' && !submission.cancelled)
    return { ...endCancelled(ownUpload(submission), moment), created: [fresh] };
  // These have no spool copy any more from which to create a new submission.
  if (stage.kind !== 'done' || ENDS_WITHOUT_COPY.has(stage.as)) return null;
  const started = stage.as === 'started' && submission.finishedAt === null;
  const old = started ? ordered(submission, 'withdraw', moment) : change(submission, {}, moment);
  return { ...old, created: [fresh] };
}
