import { countDocuments } from './answers/overview.ts';
import { answerText, describeAnswer } from './describe-answer.ts';
import { detectLimit } from './detect-limit.ts';
import type { Certainty, Failure, FailureKind } from './failure.ts';
import type { HttpRequest, HttpResponse } from './http-port.ts';
import { isPortalRedirect } from './portal-redirect.ts';
import type { Redactor } from './redactor.ts';
import { headerDate, type ServerClock } from './server-clock.ts';

const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

export interface AnswerContext {
  readonly redactor: Redactor;
  readonly clock: ServerClock;
}

/** The request that the answer belongs to. */
export type Asked = Pick<HttpRequest, 'method' | 'url'>;

type Meaning = readonly [FailureKind, Certainty];

/** Turns a status other than 2xx into a failure. `asked` is absent for a sign-in: token-request.ts reads its words. */
export function refusal(response: HttpResponse, context: AnswerContext, asked?: Asked): Failure {
  const retryAfterMs = retryAfter(response, context.clock);
  const [kind, certainty] =
    (asked && meaningOfWords(asked, response)) ?? meaningOfStatus(response.status, retryAfterMs !== undefined);
  return {
    kind,
    // The server answered before it had the whole request, so it cannot have carried the request out.
    certainty: certainty === 'unclear' && !response.requestComplete ? 'never-sent' : certainty,
    details: describeAnswer(response, context.redactor),
    status: response.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs, retryAt: context.clock.now() + retryAfterMs }),
  };
}

/** Returns the failure for a 2xx answer with an unexpected body. The service may have carried the request out. */
export function unexpectedSuccess(
  response: HttpResponse,
  kind: 'captive-portal' | 'unexpected-answer',
  remark: string,
  context: AnswerContext,
): Failure {
  return {
    kind,
    certainty: 'unclear',
    details: describeAnswer(response, context.redactor, remark),
    status: response.status,
    ...(response.bodyState === 'too-big' ? { isTooBig: true, documentsRead: countDocuments(response.body) } : {}),
  };
}

/** Reads the method and the words of the answer. Null when they add nothing to the status. */
function meaningOfWords({ method, url }: Asked, response: HttpResponse): Meaning | null {
  const { status } = response;
  if (status === 403 || status === 429) {
    const limit = detectLimit(answerText(response));
    // A GET creates no documents, so it cannot use up the document quota: a pause is enough.
    if (limit === 'quota' && method !== 'GET') return ['quota', 'refused'];
    return limit === null ? null : ['busy', 'refused'];
  }
  if (status < 300 || status > 399) return null;
  if (isPortalRedirect(response, url)) return ['captive-portal', 'refused'];
  // A redirect may go away by itself, like a server error, and repeating a GET does no harm.
  return method === 'GET' ? ['redirect', 'refused'] : null;
}

function meaningOfStatus(status: number, hasRetryAfter: boolean): Meaning {
  switch (status) {
    case 401:
      return ['token-refused', 'refused'];
    case 403:
      // The polling limit may be answered by 403 too. A Retry-After tells it from a missing permission.
      return hasRetryAfter ? ['busy', 'refused'] : ['not-allowed', 'permanent'];
    case 404:
    case 410:
      return ['not-found', 'permanent'];
    case 407:
      return ['proxy-credentials', 'never-sent'];
    case 408:
    case 425:
    case 429:
      return ['busy', 'refused'];
    case 409:
    case 412:
    case 423:
      return ['conflict', 'permanent'];
    case 413:
      return ['too-large', 'permanent'];
    case 415:
      return ['wrong-type', 'permanent'];
    case 503:
      // Without a Retry-After, a gateway may have sent the 503 after it lost the service's answer.
      return ['unavailable', hasRetryAfter ? 'refused' : 'unclear'];
    case 511:
      return ['captive-portal', 'unclear'];
    default:
  }
  if (status >= 300 && status < 400) return ['redirect', 'permanent'];
  if (status >= 400 && status < 500) return ['invalid-request', 'permanent'];
  if (status >= 500 && status < 600) return ['server-error', 'unclear'];
  return ['unexpected-answer', 'unclear'];
}

/** Reads Retry-After in milliseconds. A date counts from the answer's own `Date`, not from our clock. */
function retryAfter(response: HttpResponse, clock: ServerClock): number | undefined {
  const text = response.headers['retry-after']?.trim() ?? '';
  if (text === '') return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_WAIT_MS);
  const date = headerDate(text);
  if (date === undefined) return undefined;
  const wait = date - (headerDate(response.headers['date']) ?? clock.serverNow());
  return Math.min(Math.max(wait, 0), MAX_WAIT_MS);
}
