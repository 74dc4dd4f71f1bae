/** What the network did. Everything the transport can report without an answer from the service. */
export type NetworkFailureKind =
  | 'name-not-found'
  | 'unreachable'
  | 'connect-timeout'
  | 'certificate'
  | 'tls-failed'
  | 'proxy-unreachable'
  | 'proxy-credentials'
  | 'proxy-refused'
  | 'proxy-unsupported'
  | 'bad-address'
  | 'cut-short'
  | 'answer-lost'
  | 'timed-out'
  | 'aborted'
  | 'file-unreadable'
  | 'file-changed'
  | 'file-unwritable';

/**
 * What the service, or something between here and there, answered.
 * busy: it asks for a pause (408, 425, 429; 403 with a time or with words about a rate).
 * quota: it takes no more documents today, by its own words (429 or 403, never for a GET).
 * unavailable, server-error: a trouble of its own (503, other 5xx).
 * captive-portal: a page or a redirect of a guest network or an office proxy came in place of its answer.
 * redirect: it sends elsewhere, where no secret may follow. Permanent, except for a GET.
 * token-refused: a new token, still within its life, was refused: the sign-in ended.
 * token-expired: each token ran out on the way, so nothing is known about the sign-in.
 */
export type AnswerFailureKind =
  | 'busy'
  | 'quota'
  | 'unavailable'
  | 'server-error'
  | 'captive-portal'
  | 'unexpected-answer'
  | 'redirect'
  | 'token-refused'
  | 'token-expired'
  | 'not-allowed'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'wrong-type'
  | 'invalid-request';

/** Why no token could be had although the sign-in was answered, or could not even be asked for. */
export type SignInFailureKind =
  | 'credentials-refused'
  | 'client-refused'
  | 'sign-in-refused'
  | 'credentials-missing'
  | 'credentials-unreadable'
  | 'key-unusable';

/** What this computer itself lacks for the call. */
export type LocalFailureKind = 'not-configured';

export type FailureKind = LocalFailureKind | NetworkFailureKind | AnswerFailureKind | SignInFailureKind;

/**
 * What is known about the effect of the call that failed.
 * never-sent: the service cannot have got the whole request, so sending it again doubles nothing.
 * refused: the service clearly did nothing with it and may do so later.
 * unclear: it may have been carried out; look before sending it again.
 * permanent: nothing was done, and the same request will not fare better.
 */
export type Certainty = 'never-sent' | 'refused' | 'unclear' | 'permanent';

export interface Failure {
  readonly kind: FailureKind;
  readonly certainty: Certainty;
  /** For people under "Details": shortened and without secrets. */
  readonly details: string;
  readonly status?: number;
  /** How long the service asked to be left alone, at most 24 hours. */
  readonly retryAfterMs?: number;
  /** When that time ends, by this computer's clock. */
  readonly retryAt?: number;
  readonly cause?: unknown;
}

const forAPerson: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'certificate',
  'proxy-credentials',
  'proxy-unsupported',
  'bad-address',
  'credentials-refused',
  'client-refused',
  'sign-in-refused',
  'credentials-missing',
  'credentials-unreadable',
  'key-unusable',
  'token-refused',
]);

const endsSignIn: ReadonlySet<string> = new Set<FailureKind>([
  'credentials-refused',
  'client-refused',
  'sign-in-refused',
  'token-refused',
]);

/** The service said no to what is kept. Everything else may change without anybody being told. */
export const signInEnded = (kind: string): boolean => endsSignIn.has(kind);

/** Trying again by itself cannot help: the connection or the sign-in needs a person first. */
export function waitsForAPerson(kind: FailureKind): boolean {
  return forAPerson.has(kind);
}
