import type { NetworkFailureKind } from '../failure.ts';
import type { HttpProblem } from '../http-port.ts';

/** The failure to open a connection. No byte of the request has left. */
export class ConnectFailure extends Error {
  readonly problem: HttpProblem;

  constructor(problem: HttpProblem) {
    super(problem.details);
    this.problem = problem;
  }
}

const certificateCodes =
  /^(?:CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|ERR_TLS_CERT_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERROR_IN_CERT_|ERR_SSL_KEY_USAGE_BIT_INCORRECT$)/;

function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return '';
  return typeof cause.code === 'string' ? cause.code : '';
}

/** Turns an error of opening a connection into a problem. */
export function toConnectProblem(cause: unknown, host: string, phase: 'tcp' | 'tls'): HttpProblem {
  if (cause instanceof ConnectFailure) return cause.problem;
  const code = codeOf(cause);
  const said = cause instanceof Error && cause.message !== '' ? cause.message : code;
  return { kind: kindOf(code, phase), details: `${host}: ${said}`, cause };
}

function kindOf(code: string, phase: 'tcp' | 'tls'): NetworkFailureKind {
  if (certificateCodes.test(code)) return 'certificate';
  if (phase === 'tls') return 'tls-failed';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA' || code === 'EAI_NONAME')
    return 'name-not-found';
  return code === 'ETIMEDOUT' ? 'connect-timeout' : 'unreachable';
}
