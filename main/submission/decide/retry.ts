import { limits } from '../../../preload/contract/limits.ts';
import { signInEnded } from '../../signing/failure.ts';
import type { Decision, Fact, Moment, Trouble } from '../fact.ts';
import type { FailureNote, Stage, Step, Submission } from '../submission.ts';
import { endCancelled } from './cancel.ts';
import { askPerson, change, readyFor, toNote, type Unclear, unclearAt } from './change.ts';

const BASE_MS = 1_000;
const MOST_MS = 5 * 60_000;
/** The daily limit frees up one document at a time, so try about once an hour. */
export const QUOTA_PROBE_MS = 60 * 60_000;
/** A call that the service answered without doing it is repeated so much later, and so often. */
const VAIN_CALL_MS = 15 * 60_000;
const MOST_VAIN_CALLS = 3;
/** A call that is not found so often in a row, of a document that is there, is for a person. */
const MOST_UNFOUND_CALLS = 8;
/** A service may show what it was just told a moment late. */
const LATE_MS = 60_000;
/** The service may refuse these steps because an earlier try, whose answer was lost, had succeeded. */
const MAY_HAVE_SUCCEEDED: ReadonlySet<Step> = new Set(['add-signee', 'start', 'update', 'withdraw', 'delete']);

/**
 * Computes a backoff with full jitter, so that submissions that failed together do not retry together. Never shorter
 * than the service asked for.
 */
export function waitMs(attempts: number, retryAfterMs: number, { roll }: Moment): number {
  return Math.max(retryAfterMs, Math.round(roll() * Math.min(MOST_MS, BASE_MS * 2 ** Math.min(attempts, 20))));
}

/** Returns the time of the next try of a submission or an order. Null: wait until the connection works again. */
export function findNextTry(
  { attempts }: { readonly attempts: number },
  trouble: Pick<Trouble, 'kind' | 'retryAfterMs' | 'forAPerson'>,
  moment: Moment,
): number | null {
  if (trouble.kind === 'quota') return moment.now + (trouble.retryAfterMs ?? QUOTA_PROBE_MS);
  if (trouble.forAPerson && signInEnded(trouble.kind)) return null;
  // Somebody may unlock the keychain or repair the certificate without telling us: try with each check.
  if (trouble.forAPerson) return moment.now + limits.pollingMs;
  return moment.now + waitMs(attempts, trouble.retryAfterMs ?? 0, moment);
}

export function isGone(trouble: Trouble): boolean {
  return trouble.kind === 'not-found';
}

/** Decides what follows a failed call, depending on whether it may have had an effect. */
export function applyFailure(
  submission: Submission,
  step: Step,
  since: number,
  trouble: Trouble,
  moment: Moment,
): Decision {
  // `compare` only reads: repeating it is always safe.
  const certainty = step === 'compare' && trouble.certainty === 'unclear' ? 'never-sent' : trouble.certainty;
  const known = certainty === 'unclear' ? submission : forgetUnsent(submission, since);
  const failure = toNote(trouble);
  if (certainty === 'permanent') {
    if (MAY_HAVE_SUCCEEDED.has(step) && trouble.status !== undefined && !isGone(trouble))
      return change(
        known,
        { stage: unclearAt(step, moment.now, moment.now, { refusal: failure }), reason: null },
        moment,
      );
    // One answer that the document is gone is no proof: a look must say the same.
    if (isGone(trouble) && step !== 'upload' && (!known.cancelled || step === 'withdraw' || step === 'delete')) {
      const wasUnfound = known.reason?.kind === 'failed' && known.reason.failure.kind === failure.kind;
      const attempts = wasUnfound ? known.attempts + 1 : 1;
      // Looks find the document each time, so it is the call that the service does not have.
      const refusal = attempts >= MOST_UNFOUND_CALLS ? failure : null;
      const doubted = step === 'compare' ? 'start' : step;
      const stage = unclearAt(doubted, moment.now, moment.now, { missedAt: moment.now, refusal });
      return change(known, { stage, attempts, reason: { kind: 'failed', failure } }, moment);
    }
    if (known.cancelled && step !== 'delete') return endCancelled(known, moment);
    return askPerson(known, step, isGone(trouble) ? { kind: 'gone' } : { kind: 'failed', failure }, moment);
  }
  const next = findNextTry(known, trouble, moment);
  const reason = { kind: trouble.forAPerson ? 'connection' : 'failed', failure } as const;
  const attempts = known.attempts + 1;
  if (certainty === 'unclear') {
    const inVain = isWrongSuccess(trouble);
    const { refusal, vainCalls } = inVain ? callInVain(known, step, failure.details) : { ...known, refusal: null };
    return change(
      known,
      { stage: unclearAt(step, moment.now, next, { refusal }), reason, attempts, vainCalls },
      moment,
    );
  }
  if (known.cancelled && step !== 'delete') return endCancelled(known, moment, next);
  // Compare again before each start.
  return change(known, { stage: readyFor(step === 'start' ? 'compare' : step, next), reason, attempts }, moment);
}

/** Tells whether people were asked to sign, and nobody has seen the end. */
export const isStarted = ({ stage, finishedAt }: Submission): boolean =>
  stage.kind === 'done' && stage.as === 'started' && finishedAt === null;

type ListedAsDraft = Extract<Fact, { readonly kind: 'listed-as-draft' }>;

/** Doubts a start that was answered with success, and whose document is still a draft: a look tells. */
export function doubtStart(submission: Submission, { askedAt, after }: ListedAsDraft, moment: Moment): Decision | null {
  const { startedAt } = submission;
  if (!isStarted(submission) || startedAt === null) return null;
  // In either direction: the clock may have been set back since.
  const isLate = after === undefined ? Math.abs(askedAt - startedAt) < VAIN_CALL_MS : after !== startedAt;
  if (isLate) return null;
  const { refusal, vainCalls } = callInVain(submission, 'start');
  const unclear = unclearAt('start', moment.now, moment.now + (after === undefined ? 0 : LATE_MS), { refusal });
  return change(submission, { stage: unclear, startedAt: null, reason: null, attempts: 0, vainCalls }, moment);
}

/** The steps of which a service may say that it took them, and not take them. A look shows it. */
const withoutEffect: Partial<Record<Step, Pick<FailureNote, 'kind' | 'details'>>> = {
  start: { kind: 'not-started', details: 'The service answered a start, and the document is still a draft.' },
  withdraw: { kind: 'no-effect', details: 'The service answered a withdrawal, and people can still sign.' },
  delete: { kind: 'no-effect', details: 'The service answered a deletion, and the document is still there.' },
};

interface Vain {
  readonly vainCalls: number;
  /** What a person is told if a look shows that it was in vain. Null: it is repeated. */
  readonly refusal: FailureNote | null;
}

/** Counts a call that may have been answered in vain. */
export function callInVain({ vainCalls: before }: Submission, step: Step, details?: string): Vain {
  const known = withoutEffect[step];
  if (known === undefined) return { vainCalls: before, refusal: null };
  const vainCalls = before + 1;
  const note = { certainty: 'unclear', ...known, ...(details === undefined ? {} : { details }) } as const;
  return { vainCalls, refusal: vainCalls >= MOST_VAIN_CALLS ? note : null };
}

/** Tells whether the service answered with success, but not as documented: with an error state or a page. */
function isWrongSuccess({ kind, status = 0 }: FailureNote | Trouble): boolean {
  return status >= 200 && status < 300 && (kind === 'unexpected-answer' || kind === 'captive-portal');
}

/** Tells whether this call was answered in vain. An order may be shown late, so its first answer does not count. */
const isInVain = ({ vainCalls }: Submission, step: Step): boolean => vainCalls > (step === 'start' ? 0 : 1);

/**
 * Returns the time to repeat a call that had no effect. A service that loses every answer would get requests without
 * end.
 */
export function nextTryInVain(submission: Submission, { step, since }: Unclear, moment: Moment): number {
  const { attempts, vainCalls } = submission;
  if (isInVain(submission, step)) return Math.max(moment.now, since + VAIN_CALL_MS);
  if (vainCalls > 0 && step !== 'start') return Math.max(moment.now, since + LATE_MS);
  return moment.now + (attempts > 1 ? waitMs(attempts, 0, moment) : 0);
}

/** Returns why the call is repeated. What failed at the look is over, and must not end the wait of a call in vain. */
export function reasonInVain(submission: Submission, { step }: Unclear): Submission['reason'] {
  const { reason } = submission;
  const known = withoutEffect[step];
  // A page of a guest network is no answer of the service.
  const isOfPortal = reason?.kind === 'failed' && reason.failure.kind === 'captive-portal';
  if (known === undefined || isOfPortal || !isInVain(submission, step)) return reason;
  const isOfCall = reason?.kind === 'failed' && isWrongSuccess(reason.failure);
  return {
    kind: 'failed',
    failure: { certainty: 'unclear', ...known, ...(isOfCall ? { details: reason.failure.details } : {}) },
  };
}

/** Forgets an upload that certainly had no effect: there will be nothing to search for at the service. */
function forgetUnsent(submission: Submission, since: number): Submission {
  const first = submission.documentId === null && submission.firstSent?.at === since;
  return first ? { ...submission, firstSent: null } : submission;
}

/** Repeats a failed look. Looks only read, so this is safe after any failure. */
export function lookAgain(
  submission: Submission,
  stage: Extract<Stage, { kind: 'unclear' }>,
  trouble: Trouble,
  moment: Moment,
): Decision {
  const nextTryAt = findNextTry(submission, trouble, moment);
  const reason = { kind: trouble.forAPerson ? 'connection' : 'failed', failure: toNote(trouble) } as const;
  const { refusedLooks = 0, ...others } = stage;
  const refused = trouble.certainty === 'permanent' ? { refusedLooks: refusedLooks + 1 } : {};
  return change(
    submission,
    { stage: { ...others, ...refused, looking: false, nextTryAt }, reason, attempts: submission.attempts + 1 },
    moment,
  );
}
