/** Failures without an answer from the service. The transport reports them. */
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
 * Failures read from an answer of the service, or of a proxy or gateway on the way to it.
 * busy: the service asks for a pause (408, 425, 429; 403 with a Retry-After or with words about a rate limit).
 * quota: the service says that it takes no more documents today (429 or 403, never for a GET).
 * unavailable, server-error: the service itself has a problem (503, other 5xx).
 * not-started, no-effect: the service confirmed a call and did not do it, as a look showed.
 * captive-portal: a guest network or an office proxy answered instead of the service.
 * redirect: the service redirects. Only a download is followed, as other requests carry secrets. Permanent, except for a GET.
 * token-refused: the service refused a new token that had not expired: the sign-in ended.
 * token-expired: every token expired before it reached the service, which says nothing about the sign-in.
 */
export type AnswerFailureKind =
  | 'busy'
  | 'quota'
  | 'unavailable'
  | 'server-error'
  | 'captive-portal'
  | 'unexpected-answer'
  | 'not-started'
  | 'no-effect'
  | 'redirect'
  | 'token-refused'
  | 'token-expired'
  | 'not-allowed'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'wrong-type'
  | 'invalid-request';

/**
 * The reason that we have no token: the identity provider refused us, or our own credentials are missing, unusable or
 * others now (sign-in-changed).
 */
export type SignInFailureKind =
  | 'credentials-refused'
  | 'client-refused'
  | 'sign-in-refused'
  | 'credentials-missing'
  | 'credentials-unreadable'
  | 'key-unusable'
  | 'sign-in-changed';

/** Failures before the request: this computer lacks something that the call needs. */
export type LocalFailureKind = 'not-configured';

export type FailureKind = LocalFailureKind | NetworkFailureKind | AnswerFailureKind | SignInFailureKind;

/**
 * Our knowledge of the effect of the failed call.
 * never-sent: the service cannot have the whole request. Sending it again cannot do anything twice.
 * refused: the service did nothing, and may accept the same request later.
 * unclear: the service may have carried the request out. Look before sending it again.
 * permanent: the service did nothing, and will not accept the same request later either.
 */
export type Certainty = 'never-sent' | 'refused' | 'unclear' | 'permanent';

export interface Failure {
  readonly kind: FailureKind;
  readonly certainty: Certainty;
  /** The details for people, shortened and without secrets. */
  readonly details: string;
  readonly status?: number;
  /** The host that was asked last, where a redirect led to another one. */
  readonly host?: string;
  /** The answer was longer than we read. A shorter page of a list may fit. */
  readonly isTooBig?: true;
  /** The documents that stood in the part of it which we read. */
  readonly documentsRead?: number;
  /** The pause that the service asked for, at most 24 hours. */
  readonly retryAfterMs?: number;
  /** The end of the pause, by this computer's clock. */
  readonly retryAt?: number;
  readonly cause?: unknown;
}

const needPerson: ReadonlySet<FailureKind> = new Set<FailureKind>([
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

const endSignIn: ReadonlySet<string> = new Set<FailureKind>([
  'credentials-refused',
  'client-refused',
  'sign-in-refused',
  'token-refused',
]);

/** Tells whether the service refused the stored sign-in itself. Other failures may pass without a new sign-in. */
export const signInEnded = (kind: string): boolean => endSignIn.has(kind);

/** Tells whether a retry must wait until a person changes the connection, the network settings or the sign-in. */
export function waitsForAPerson(kind: FailureKind): boolean {
  return needPerson.has(kind);
}
