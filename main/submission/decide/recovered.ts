import type { Decision, Moment, Seen } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { stopped } from './cancel.ts';
import { changed, lookFor, needsYou } from './change.ts';
import { onward } from './next-step.ts';

/**
 * A row whose journal was lost, damaged or older than what really happened: the upload, the start, a correction or a
 * cancellation may be missing from it. It is looked for, and goes on only when a look or a person has said what is so.
 */
export function recoveredRow(submission: Submission, now: number): Submission {
  if (!mayBeOld(submission)) return submission;
  const { acceptedAt, wish } = submission;
  const { alias, comment } = wish;
  return {
    ...submission,
    recovered: true,
    // Nobody has pressed Send for it.
    goal: submission.stage.kind === 'held' ? 'hold' : submission.goal,
    changedAt: now,
    reason: { kind: 'recovered' },
    attempts: 0,
    firstSent: submission.firstSent ?? { at: acceptedAt, skewMs: 0, alias, comment },
    stage: lookFor(submission, now, Math.max(now, askedToWait(submission))),
  };
}

/** A wait that the service asked for holds for looking, too. */
function askedToWait({ stage }: Submission): number {
  return stage.kind === 'ready' || stage.kind === 'unclear' ? (stage.nextTryAt ?? 0) : 0;
}

/** What came to its end stays there. A draft may have been sent since. */
export function mayBeOld({ stage }: Submission): boolean {
  return stage.kind !== 'done' || stage.as === 'draft';
}

/** The look showed that it was not started. It is safe to send, but only a person may say so. */
export function notStarted(submission: Submission, moment: Moment): Decision {
  if (submission.cancelled) return stopped({ ...submission, recovered: false }, moment);
  if (submission.goal !== 'send') return onward({ ...submission, recovered: false }, moment);
  return needsYou(submission, 'start', { kind: 'recovered' }, moment);
}

/** Two whole readings of the overview did not show it: nothing was uploaded. It is on hold again. */
export function notUploaded(submission: Submission, moment: Moment): Decision {
  const known = { ...submission, recovered: false, firstSent: null };
  if (submission.cancelled) return stopped(known, moment);
  return changed(known, { stage: { kind: 'held' }, goal: 'hold', reason: null, attempts: 0 }, moment);
}

/** A person said which document it is, or a look at the known one showed how far it came. */
export function adopted(submission: Submission, seen: Seen, moment: Moment): Decision {
  const known = {
    ...submission,
    documentId: seen.documentId,
    uploadedAt: submission.uploadedAt ?? moment.now,
    recovered: false,
  };
  if (seen.status === 'draft') {
    const draft = { ...known, signeesAdded: peopleThere(submission, seen) };
    return submission.cancelled ? stopped(draft, moment) : onward(draft, moment);
  }
  return begun(known, seen, moment);
}

/** The document was started already: nothing is added to it any more. */
export function begun(submission: Submission, seen: Seen, moment: Moment): Decision {
  const { cancelled, startedAt, finishedAt } = submission;
  const over = seen.status === 'signed' || seen.status === 'rejected' || seen.status === 'withdrawn';
  return changed(
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

/** People are added one after the other: those at the beginning of the list may be there already. */
function peopleThere({ wish }: Submission, seen: Seen): number {
  const left = seen.signees.map(({ email }) => email?.normalize('NFC').toLowerCase());
  for (const [count, { email }] of wish.signees.entries()) {
    const at = left.indexOf(email.normalize('NFC').toLowerCase());
    if (at < 0) return count;
    left.splice(at, 1);
  }
  return wish.signees.length;
}
