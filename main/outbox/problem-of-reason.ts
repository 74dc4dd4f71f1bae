import { limits } from '../../preload/contract/limits.ts';
import type { Problem, ProblemKey } from '../../preload/contract/problem.ts';
import { sizeAgainst } from '../../shared/megabytes.ts';
import { keyOfFailure, longPause } from '../problems/problem-of.ts';
import type { Difference, FailureNote, Reason, Submission } from '../submission/submission.ts';

const problemWith = (key: ProblemKey, params: Problem['params'] = {}): Problem => ({ key, params });

/** Returns the sentence for a failed call. */
export function problemOfNote({ kind, details, problem }: Omit<FailureNote, 'certainty'>, host: string): Problem {
  return problem ?? { key: keyOfFailure(kind), params: { host }, details };
}

/** Shortens a list of up to 500 addresses. The details contain all of them. */
const short = (text: string) => (text === '' ? '–' : text.length > 120 ? `${text.slice(0, 119)}…` : text);

function problemOfDifferences(differences: readonly Difference[], isDraftKept: boolean): Problem {
  // First say that somebody else may have started the document.
  const first = differences.find(({ what }) => what === 'status') ?? differences[0];
  if (first === undefined) return problemWith('untellable');
  const { what, wanted, found } = first;
  const isWord = what === 'alias' || what === 'comment';
  const details = differences.map((one) => `${one.what}: ${one.wanted} ≠ ${one.found}`).join('\n');
  const key = isWord || (isDraftKept && what !== 'status') ? 'draft-differs' : (`differs-${what}` as const);
  return { key, params: { wanted: short(wanted), found: short(found) }, details };
}

type Row = Pick<Submission, 'reason' | 'stage' | 'recovered' | 'wish'> &
  Partial<Pick<Submission, 'draft' | 'finishedAt'>>;

/**
 * Uses another sentence for a refused upload: the service has no document of which something could have changed. What it
 * does not find later is no wrong address: it had the document.
 */
function atStep(problem: Problem, stage: Submission['stage']): Problem {
  const isUpload = 'step' in stage && stage.step === 'upload';
  if (isUpload) return problem.key === 'refused' ? { ...problem, key: 'upload-refused' } : problem;
  return problem.key === 'wrong-address' ? { ...problem, key: 'refused' } : problem;
}

/** Returns the sentence that says why a submission waits. Null: it does not wait. */
export function problemOf(
  { reason, stage, recovered, wish, draft, finishedAt = null }: Row,
  host: string,
): Problem | null {
  if (reason === null) return null;
  // A look showed that the document was not started: a person has to decide.
  if (reason.kind === 'recovered' && stage.kind === 'needs-you')
    return problemWith(reason.isPartial === true ? 'recovered-draft-unread' : 'recovered-draft');
  if (reason.kind === 'failed' && stage.kind === 'ready' && stage.nextTryAt !== null) {
    const until = longPause(reason.failure, stage.nextTryAt, host);
    if (until !== null) return until;
  }
  // It can no longer be withdrawn either.
  if (reason.kind === 'too-late' && finishedAt !== null) return problemWith('ended-first');
  const count = reason.kind === 'several' ? reason.candidates.length + reason.more : 0;
  const begun = reason.kind === 'several' && reason.candidates.some(({ status }) => status !== 'draft');
  if (begun || (reason.kind === 'several' && recovered)) return problemWith('several-documents', { count });
  if (reason.kind === 'too-large')
    return problemWith('file-too-large', { name: wish.file.name, ...sizeAgainst(wish.file.size, limits.fileBytes) });
  if (reason.kind === 'differs') return problemOfDifferences(reason.differences, draft !== undefined);
  const problem = problemOfReason(reason, host);
  return reason.kind === 'failed' ? atStep(problem, stage) : problem;
}

function problemOfReason(reason: Exclude<Reason, { readonly kind: 'too-large' | 'differs' }>, host: string): Problem {
  switch (reason.kind) {
    case 'failed':
    case 'connection':
      return problemOfNote(reason.failure, host);
    case 'several':
      return problemWith('several-drafts', { count: reason.candidates.length + reason.more });
    case 'unsettled':
      return problemWith(reason.unreadable > 0 ? 'unsettled-unreadable' : 'unsettled', {
        count: reason.documents,
        unreadable: reason.unreadable,
      });
    case 'too-many-signees':
      return problemWith('too-many-signees', { limit: limits.participants });
    case 'gone':
      return problemWith('submission-gone');
    case 'too-late':
      return problemWith('started-too-late');
    case 'recovered':
      return problemWith('after-recovery');
    default:
      return problemWith(reason.kind);
  }
}
