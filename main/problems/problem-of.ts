import type { Problem, ProblemKey } from '../../preload/contract/problem.ts';
import type { KeychainProblem } from '../keychain/keychain.ts';
import type { Failure, FailureKind } from '../signing/failure.ts';

const MINUTE_MS = 60_000;
/** The longest pause of which the sentence does not name the end. */
const SHORT_PAUSE_MS = 2 * MINUTE_MS;

/** The sentence that people read for each failure of the signing client. */
const keysOfFailures: Readonly<Record<FailureKind, ProblemKey>> = {
  'name-not-found': 'name-not-found',
  unreachable: 'unreachable',
  'connect-timeout': 'unreachable',
  certificate: 'certificate',
  'tls-failed': 'tls',
  'proxy-unreachable': 'proxy-unreachable',
  'proxy-credentials': 'proxy-credentials',
  'proxy-refused': 'proxy',
  'proxy-unsupported': 'proxy-unsupported',
  'cut-short': 'connection-dropped',
  'answer-lost': 'connection-dropped',
  'timed-out': 'timed-out',
  aborted: 'aborted',
  'file-unreadable': 'file-unreadable',
  'file-changed': 'file-changed',
  'file-unwritable': 'file-not-written',
  busy: 'service-busy',
  quota: 'quota',
  unavailable: 'service-down',
  'server-error': 'service-down',
  'captive-portal': 'captive-portal',
  'unexpected-answer': 'unexpected-answer',
  'not-started': 'not-started',
  'no-effect': 'no-effect',
  redirect: 'captive-portal',
  'token-refused': 'token-refused',
  'token-expired': 'token-expired',
  'not-allowed': 'not-allowed',
  'not-found': 'wrong-address',
  conflict: 'refused',
  'too-large': 'too-large',
  'wrong-type': 'refused',
  'invalid-request': 'refused',
  'credentials-refused': 'password-refused',
  'client-refused': 'client-refused',
  'sign-in-refused': 'password-refused',
  'credentials-missing': 'keychain-lost',
  'credentials-unreadable': 'keychain-corrupt',
  'key-unusable': 'key-damaged',
  'sign-in-changed': 'sign-in-changed',
  'bad-address': 'address-unsafe',
  'not-configured': 'wrong-address',
};

/** Returns the sentence for a failure kind from the journal. Another version may have written an unknown kind. */
export function keyOfFailure(kind: string): ProblemKey {
  return new Map<string, ProblemKey>(Object.entries(keysOfFailures)).get(kind) ?? 'unknown';
}

/** Carries the problem of a missing password or key through the call that needed it, as the failure's cause. */
export class CredentialsFault extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`The credentials: ${problem.key}`);
    this.name = 'CredentialsFault';
    this.problem = problem;
  }
}

interface Pause {
  readonly kind: string;
  readonly details: string;
  readonly retryAfterMs?: number | undefined;
}

/** Returns the sentence for a long pause, with its end. Null for a short pause and for any other failure. */
export function longPause({ kind, details, retryAfterMs = 0 }: Pause, until: number, host: string): Problem | null {
  if (retryAfterMs <= SHORT_PAUSE_MS || (kind !== 'busy' && kind !== 'unavailable')) return null;
  // Round up to a full minute: a person who comes at the shown time must not be too early.
  return { key: 'service-busy-until', params: { host, time: Math.ceil(until / MINUTE_MS) * MINUTE_MS }, details };
}

export function problemOfFailure(failure: Failure, address: string): Problem {
  const host = URL.parse(address)?.host ?? address;
  const { kind, cause, details, retryAt, retryAfterMs = 0 } = failure;
  if (cause instanceof CredentialsFault) return cause.problem;
  const until = retryAt === undefined ? null : longPause({ kind, details, retryAfterMs }, retryAt, host);
  return until ?? { key: keysOfFailures[kind], params: { host }, details };
}

/** Returns the sentence for details that were not answered. One answer that finds no document is not yet a proof. */
export function problemOfDetails(failure: Failure, address: string): Problem {
  const problem = problemOfFailure(failure, address);
  if (failure.kind !== 'not-found') return problem;
  return { ...problem, key: failure.certainty === 'permanent' ? 'document-gone' : 'document-not-found' };
}

export function problemOfKeychain(problem: KeychainProblem): Problem {
  const details = 'detail' in problem ? problem.detail : undefined;
  return { key: `keychain-${problem.kind}`, params: {}, ...(details === undefined ? {} : { details }) };
}
