import { limits } from '../../../preload/contract/limits.ts';
import type { Decision, Fact, Moment, Trouble } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { endCancelled } from './cancel.ts';
import { askPerson, change, unclearAt } from './change.ts';
import { compare, compareFields } from './compare.ts';
import { applyFailedLook, applyLookAtCandidate, applyLookAtDocument } from './doubt.ts';
import { isDraftOfUpload } from './likeness.ts';
import { afterUpdate, toNextChange, toNextStep } from './next-step.ts';
import { applyFailure, callInVain } from './retry.ts';

type Calling = Extract<Stage, { kind: 'calling' }>;

/** A proxy answered with the draft of another computer, for example. Ours may have arrived as well. */
const anotherDraft = {
  kind: 'unexpected-answer',
  certainty: 'unclear',
  details: 'The answer to the upload shows a draft of another upload.',
  forAPerson: false,
} as const satisfies Trouble;

export function applyUpload(
  submission: Submission,
  stage: Calling,
  { answer, skewMs = 0 }: Extract<Fact, { kind: 'uploaded' }>,
  moment: Moment,
): Decision {
  if (!answer.ok) return applyFailure(submission, stage.step, stage.since, answer.trouble, moment);
  if (!isDraftOfUpload(submission, stage, answer.value, skewMs))
    return applyFailure(submission, stage.step, stage.since, anotherDraft, moment);
  const known = { ...submission, documentId: answer.value.documentId, uploadedAt: moment.now };
  if (known.cancelled) return endCancelled(known, moment);
  const differences = compareFields(known.wish, answer.value);
  if (differences.length > 0) return askPerson(known, 'compare', { kind: 'differs', differences }, moment);
  return toNextStep(known, moment);
}

export function applyAnswer(
  submission: Submission,
  stage: Calling,
  { answer }: Extract<Fact, { kind: 'called' }>,
  moment: Moment,
): Decision | null {
  if (!answer.ok) return applyFailure(submission, stage.step, stage.since, answer.trouble, moment);
  switch (stage.step) {
    case 'add-signee': {
      const added = { ...submission, signeesAdded: submission.signeesAdded + 1 };
      return submission.cancelled ? endCancelled(added, moment) : toNextChange(added, moment);
    }
    case 'start': {
      const reason = submission.cancelled ? ({ kind: 'too-late' } as const) : null;
      const patch = { stage: { kind: 'done', as: 'started' }, attempts: 0, reason } as const;
      return change(submission, { ...patch, startedAt: moment.now }, moment);
    }
    case 'update':
      return submission.cancelled ? endCancelled(submission, moment) : afterUpdate(submission, moment);
    case 'withdraw':
      // Only the document shows that nobody can sign it any more.
      return confirmed(submission, 'withdraw', {}, moment);
    case 'delete':
      // Its answer is one testimony that it is gone, so one look that agrees is enough.
      return confirmed(submission, 'delete', { missedAt: moment.now - limits.missesApartMs }, moment);
    default:
      return null;
  }
}

/** Looks after an order that the service confirmed: it may do nothing. */
function confirmed(
  submission: Submission,
  step: 'withdraw' | 'delete',
  doubt: { readonly missedAt?: number },
  moment: Moment,
): Decision {
  const { refusal, vainCalls } = callInVain(submission, step);
  const stage = unclearAt(step, moment.now, moment.now, { ...doubt, refusal });
  return change(submission, { stage, attempts: submission.attempts + 1, vainCalls, reason: null }, moment);
}

export function applyLook(
  submission: Submission,
  fact: Extract<Fact, { kind: 'seen' }>,
  moment: Moment,
): Decision | null {
  const { stage } = submission;
  const { answer } = fact;
  if (stage.kind === 'calling' && stage.step === 'compare' && fact.documentId === submission.documentId) {
    if (!answer.ok) return applyFailure(submission, 'compare', stage.since, answer.trouble, moment);
    return submission.cancelled ? endCancelled(submission, moment) : compare(submission, answer.value, moment);
  }
  const lookedFor = stage.kind === 'unclear' && stage.step === 'upload' ? stage.candidates[0] : submission.documentId;
  if (stage.kind !== 'unclear' || !stage.looking || fact.documentId !== lookedFor) return null;
  if (!answer.ok) return applyFailedLook(submission, stage, answer.trouble, moment);
  return stage.step === 'upload'
    ? applyLookAtCandidate(submission, answer.value, moment)
    : applyLookAtDocument(submission, stage, answer.value, moment);
}
