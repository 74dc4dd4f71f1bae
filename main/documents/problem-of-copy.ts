import type { Problem, ProblemKey } from '../../preload/contract/problem.ts';
import { detailsOf, errorCode } from '../files/error-code.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import type { Failure, FailureKind } from '../signing/failure.ts';

/** Sentences where those for sending would be wrong: nothing was sent, and no copy is kept yet. */
const ofWay: Partial<Record<FailureKind, ProblemKey>> = {
  'name-not-found': 'copy-unreachable',
  unreachable: 'copy-unreachable',
  'connect-timeout': 'copy-unreachable',
  'timed-out': 'copy-unreachable',
  'cut-short': 'copy-unreachable',
  'answer-lost': 'copy-unreachable',
  busy: 'copy-host-busy',
  unavailable: 'copy-host-busy',
  'server-error': 'copy-host-busy',
  // A look found nothing, which is not yet a proof.
  'not-found': 'copy-host-busy',
};

/** The storage knows no account: it refuses an address whose time is over, or that it never had. */
const ofStorage: Partial<Record<FailureKind, ProblemKey>> = {
  ...ofWay,
  quota: 'copy-host-busy',
  'not-allowed': 'copy-address-refused',
  'token-refused': 'copy-address-refused',
  'token-expired': 'copy-address-refused',
  'not-found': 'copy-address-refused',
  conflict: 'copy-address-refused',
  'invalid-request': 'copy-address-refused',
  'wrong-type': 'copy-address-refused',
  redirect: 'copy-not-sent',
  'captive-portal': 'copy-not-sent',
  'unexpected-answer': 'copy-not-sent',
  'too-large': 'copy-too-large',
};

function problemBy(keys: typeof ofWay, failure: Failure, address: string): Problem {
  const problem = problemOfFailure(failure, address);
  const key = keys[failure.kind];
  // A long pause has its own sentence, with the time of its end.
  if (key === undefined || problem.key === 'service-busy-until') return problem;
  return { ...problem, key };
}

/** Returns the sentence for details that could not be read. They have the address of the document's file. */
export const problemOfDetails = (failure: Failure, base: string): Problem => problemBy(ofWay, failure, base);

/** Returns the sentence for a file that could not be downloaded from its own address. */
export const problemOfDownload = (failure: Failure, url: string): Problem =>
  problemBy(ofStorage, failure, failure.host === undefined ? url : `https://${failure.host}`);

/** Returns the sentence for a signed copy that could not be written. */
export function problemOfDisk(error: unknown, folder: string): Problem {
  const code = errorCode(error);
  const key = code === 'ENOSPC' || code === 'EDQUOT' ? 'copy-folder-full' : 'copy-folder-unreachable';
  return { key, params: { folder }, details: detailsOf(error) };
}
