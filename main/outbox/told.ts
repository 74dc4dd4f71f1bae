import { limits } from '../../preload/contract/limits.ts';
import type { Problem, ProblemKey } from '../../preload/contract/problem.ts';
import { keyOfFailure } from '../problem-of.ts';
import type { Difference, FailureNote, Reason } from './submission.ts';

const MEGABYTE = 1024 * 1024;
const told = (key: ProblemKey, params: Problem['params'] = {}): Problem => ({ key, params });

/** A failure of a call, as the person whose document it was is told. */
export function problemOfNote({ kind, details, problem }: Omit<FailureNote, 'certainty'>, host: string): Problem {
  return problem ?? { key: keyOfFailure(kind), params: { host }, details };
}

/** Five hundred addresses are no sentence; all of them stand in the details. */
const short = (text: string) => (text === '' ? '–' : text.length > 120 ? `${text.slice(0, 119)}…` : text);

function problemOfDifferences(differences: readonly Difference[]): Problem {
  // That somebody else may have started it is what has to be known first.
  const first = differences.find(({ what }) => what === 'status') ?? differences[0];
  if (first === undefined) return told('untellable');
  const { what, wanted, found } = first;
  const details = differences.map((one) => `${one.what}: ${one.wanted} ≠ ${one.found}`).join('\n');
  return { key: `differs-${what}`, params: { wanted: short(wanted), found: short(found) }, details };
}

/** Why a submission stands where it stands. */
export function problemOfReason(reason: Reason, host: string): Problem {
  switch (reason.kind) {
    case 'failed':
    case 'connection':
      return problemOfNote(reason.failure, host);
    case 'differs':
      return problemOfDifferences(reason.differences);
    case 'several':
      return told('several-drafts', { count: reason.candidates.length });
    case 'too-large':
      return told('file-too-large', { limit: limits.fileBytes / MEGABYTE });
    case 'too-many-signees':
      return told('too-many-signees', { limit: limits.participants });
    case 'gone':
      return told('submission-gone');
    case 'too-late':
      return told('started-too-late');
    case 'recovered':
      return told('after-recovery');
    default:
      return told(reason.kind);
  }
}
