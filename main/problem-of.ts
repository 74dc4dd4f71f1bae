import type { Problem, ProblemKey } from '../preload/contract/problem.ts';
import type { KeychainProblem } from './keychain/keychain.ts';
import type { Failure, FailureKind } from './signing/failure.ts';

const MINUTE_MS = 60_000;
/** A longer pause is told with its end. */
const SHORT_PAUSE_MS = 2 * MINUTE_MS;

/** Which sentence a failure of the signing library is, for people. */
const keys: Readonly<Record<FailureKind, ProblemKey>> = {
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
  'bad-address': 'address-unsafe',
  'not-configured': 'wrong-address',
};

/** Of a failure that was written down: a kind that this version does not know is told as unknown. */
export function keyOfFailure(kind: string): ProblemKey {
  return new Map<string, ProblemKey>(Object.entries(keys)).get(kind) ?? 'unknown';
}

/** Why the password or the key could not be had, on its way through a call that needed it. */
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

/** The service asked for a pause that is worth a time of day; null: it is short, or something else is the matter. */
export function longPause({ kind, details, retryAfterMs = 0 }: Pause, until: number, host: string): Problem | null {
  if (retryAfterMs <= SHORT_PAUSE_MS || (kind !== 'busy' && kind !== 'unavailable')) return null;
  // A full minute: who comes at the time that is shown must not be too early.
  return { key: 'service-busy-until', params: { host, time: Math.ceil(until / MINUTE_MS) * MINUTE_MS }, details };
}

export function problemOfFailure(failure: Failure, address: string): Problem {
  const host = URL.parse(address)?.host ?? address;
  const { kind, cause, details, retryAt, retryAfterMs = 0 } = failure;
  if (cause instanceof CredentialsFault) return cause.problem;
  const until = retryAt === undefined ? null : longPause({ kind, details, retryAfterMs }, retryAt, host);
  return until ?? { key: keys[kind], params: { host }, details };
}

const keychainKeys: Readonly<Record<KeychainProblem['kind'], ProblemKey>> = {
  unavailable: 'keychain-unavailable',
  locked: 'keychain-locked',
  denied: 'keychain-denied',
  'too-large': 'keychain-too-large',
  corrupt: 'keychain-corrupt',
  'timed-out': 'keychain-timed-out',
};

export function problemOfKeychain(problem: KeychainProblem): Problem {
  const details = 'detail' in problem ? problem.detail : undefined;
  return { key: keychainKeys[problem.kind], params: {}, ...(details === undefined ? {} : { details }) };
}
