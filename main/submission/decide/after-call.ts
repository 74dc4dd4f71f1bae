import type { Decision, Fact, Moment } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { stopped } from './cancel.ts';
import { changed, needsYou } from './change.ts';
import { compare, differencesOfFields } from './compare.ts';
import { candidateSeen, deleted, documentSeen, lookFailed } from './doubt.ts';
import { onward, rest } from './next-step.ts';
import { failing, isGone } from './retry.ts';

type Calling = Extract<Stage, { kind: 'calling' }>;

export function uploaded(
  submission: Submission,
  stage: Calling,
  { answer }: Extract<Fact, { kind: 'uploaded' }>,
  moment: Moment,
): Decision {
  if (!answer.ok) return failing(submission, stage.step, stage.since, answer.trouble, moment);
  const known = { ...submission, documentId: answer.value.documentId, uploadedAt: moment.now };
  if (known.cancelled) return stopped(known, moment);
  const differences = differencesOfFields(known.wish, answer.value);
  if (differences.length > 0) return needsYou(known, 'compare', { kind: 'differs', differences }, moment);
  return onward(known, moment);
}

export function called(
  submission: Submission,
  stage: Calling,
  { answer }: Extract<Fact, { kind: 'called' }>,
  moment: Moment,
): Decision | null {
  if (!answer.ok) {
    if (stage.step === 'delete' && isGone(answer.trouble)) return deleted(submission, moment);
    return failing(submission, stage.step, stage.since, answer.trouble, moment);
  }
  const done = (as: 'started' | 'withdrawn') => ({ stage: { kind: 'done', as }, attempts: 0, reason: null }) as const;
  switch (stage.step) {
    case 'add-signee': {
      const added = { ...submission, signeesAdded: submission.signeesAdded + 1 };
      return submission.cancelled ? stopped(added, moment) : onward(added, moment);
    }
    case 'start': {
      const reason = submission.cancelled ? ({ kind: 'too-late' } as const) : null;
      return changed(submission, { ...done('started'), reason, startedAt: moment.now }, moment);
    }
    case 'update':
      return changed(submission, { stage: rest(submission), attempts: 0, reason: null }, moment);
    case 'withdraw':
      return changed(submission, done('withdrawn'), moment);
    case 'delete':
      return deleted(submission, moment);
    default:
      return null;
  }
}

export function seen(submission: Submission, fact: Extract<Fact, { kind: 'seen' }>, moment: Moment): Decision | null {
  const { stage } = submission;
  const { answer, skewMs } = fact;
  if (stage.kind === 'calling' && stage.step === 'compare' && fact.documentId === submission.documentId) {
    if (!answer.ok) return failing(submission, 'compare', stage.since, answer.trouble, moment);
    return submission.cancelled ? stopped(submission, moment) : compare(submission, answer.value, moment);
  }
  const lookedFor = stage.kind === 'unclear' && stage.step === 'upload' ? stage.candidates[0] : submission.documentId;
  if (stage.kind !== 'unclear' || !stage.looking || fact.documentId !== lookedFor) return null;
  if (!answer.ok) return lookFailed(submission, stage, answer.trouble, skewMs, moment);
  return stage.step === 'upload'
    ? candidateSeen(submission, stage, answer.value, skewMs, moment)
    : documentSeen(submission, stage, answer.value, moment);
}
