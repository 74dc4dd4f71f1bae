import { limits } from '../../../preload/contract/limits.ts';
import { signInEnded } from '../../signing/failure.ts';
import type { Decision, Moment, Trouble } from '../fact.ts';
import type { Stage, Step, Submission } from '../submission.ts';
import { stopped } from './cancel.ts';
import { changed, needsYou, noteOf, ready, unclear } from './change.ts';

const BASE_MS = 1_000;
const MOST_MS = 5 * 60_000;
/** The day's limit ends document by document: ask again about once an hour. */
export const QUOTA_PROBE_MS = 60 * 60_000;
/** The service may refuse these because an earlier try, whose answer was lost, has been carried out. */
const mayBeDone: ReadonlySet<Step> = new Set(['add-signee', 'start', 'update', 'withdraw', 'delete']);

/** Full jitter: many that failed together do not come back together. What the service asks for is never cut short. */
export function waitMs(attempts: number, retryAfterMs: number, { roll }: Moment): number {
  return Math.max(retryAfterMs, Math.round(roll() * Math.min(MOST_MS, BASE_MS * 2 ** Math.min(attempts, 20))));
}

/** When the step or the look may be tried again; null when only the connection's own recovery helps. */
function nextTry(submission: Submission, trouble: Trouble, moment: Moment): number | null {
  if (trouble.kind === 'quota') return moment.now + (trouble.retryAfterMs ?? QUOTA_PROBE_MS);
  if (trouble.forAPerson && signInEnded(trouble.kind)) return null;
  // A keychain that is locked or a certificate may be put right without anybody telling.
  if (trouble.forAPerson) return moment.now + limits.pollingMs;
  return moment.now + waitMs(submission.attempts, trouble.retryAfterMs ?? 0, moment);
}

export function isGone(trouble: Trouble): boolean {
  return trouble.kind === 'not-found';
}

/** What a call that failed leads to, by what is known about its effect. */
export function failing(submission: Submission, step: Step, since: number, trouble: Trouble, moment: Moment): Decision {
  // Reading again never does harm.
  const certainty = step === 'compare' && trouble.certainty === 'unclear' ? 'never-sent' : trouble.certainty;
  const known = certainty === 'unclear' ? submission : forgetUnsent(submission, since);
  const failure = noteOf(trouble);
  if (certainty === 'permanent') {
    if (mayBeDone.has(step) && trouble.status !== undefined && !isGone(trouble))
      return changed(
        known,
        { stage: unclear(step, moment.now, moment.now, { refusal: failure }), reason: null },
        moment,
      );
    if (known.cancelled && step !== 'delete') return stopped(known, moment);
    return needsYou(known, step, isGone(trouble) ? { kind: 'gone' } : { kind: 'failed', failure }, moment);
  }
  const next = nextTry(known, trouble, moment);
  const reason = { kind: trouble.forAPerson ? 'connection' : 'failed', failure } as const;
  const attempts = known.attempts + 1;
  if (certainty === 'unclear')
    return changed(known, { stage: unclear(step, moment.now, next), reason, attempts }, moment);
  if (known.cancelled && step !== 'delete') return stopped(known, moment, next);
  // Every start comes right after a comparison.
  return changed(known, { stage: ready(step === 'start' ? 'compare' : step, next), reason, attempts }, moment);
}

/** A call that surely had no effect leaves no trace at the service to look for later. */
function forgetUnsent(submission: Submission, since: number): Submission {
  const first = submission.documentId === null && submission.firstSent?.at === since;
  return first ? { ...submission, firstSent: null } : submission;
}

/** A look that failed is made again, whatever the failure: looking has no effect. */
export function lookAgain(
  submission: Submission,
  stage: Extract<Stage, { kind: 'unclear' }>,
  trouble: Trouble,
  moment: Moment,
): Decision {
  const nextTryAt = nextTry(submission, trouble, moment);
  const reason = { kind: trouble.forAPerson ? 'connection' : 'failed', failure: noteOf(trouble) } as const;
  return changed(
    submission,
    { stage: { ...stage, looking: false, nextTryAt }, reason, attempts: submission.attempts + 1 },
    moment,
  );
}
