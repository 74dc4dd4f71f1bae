import { describeAnswer, saidBy } from './answer-details.ts';
import type { Certainty, Failure, FailureKind } from './failure.ts';
import type { HttpRequest, HttpResponse } from './http-port.ts';
import { limitIn } from './limit-words.ts';
import { isPortalRedirect } from './portal-redirect.ts';
import type { Redactor } from './redactor.ts';
import { headerDate, type ServerClock } from './server-clock.ts';

const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

export interface AnswerReading {
  readonly redactor: Redactor;
  readonly clock: ServerClock;
}

/** The request that was answered. */
export type Asked = Pick<HttpRequest, 'method' | 'url'>;

type Meaning = readonly [FailureKind, Certainty];

/** What a status other than success means. A sign-in says nothing of what it asked: its words are read elsewhere. */
export function refusal(response: HttpResponse, reading: AnswerReading, asked?: Asked): Failure {
  const retryAfterMs = retryAfter(response, reading.clock);
  const [kind, certainty] =
    (asked && meaningFor(asked, response)) ?? meaning(response.status, retryAfterMs !== undefined);
  return {
    kind,
    // An answer given before the whole request was handed over cannot be about the whole request.
    certainty: certainty === 'unclear' && !response.requestComplete ? 'never-sent' : certainty,
    details: describeAnswer(response, reading.redactor),
    status: response.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs, retryAt: reading.clock.now() + retryAfterMs }),
  };
}

/** A success whose answer is not what it should be: whatever gave it, it may have been carried out. */
export function strangeSuccess(
  response: HttpResponse,
  kind: 'captive-portal' | 'unexpected-answer',
  remark: string,
  reading: AnswerReading,
): Failure {
  return {
    kind,
    certainty: 'unclear',
    details: describeAnswer(response, reading.redactor, remark),
    status: response.status,
  };
}

/** What the method and the words add to the status; null when they add nothing. */
function meaningFor({ method, url }: Asked, response: HttpResponse): Meaning | null {
  const { status } = response;
  if (status === 403 || status === 429) {
    const limit = limitIn(saidBy(response));
    // Reading makes no documents, so whatever is counted there, a pause is enough.
    if (limit === 'quota' && method !== 'GET') return ['quota', 'refused'];
    return limit === null ? null : ['busy', 'refused'];
  }
  if (status < 300 || status > 399) return null;
  if (isPortalRedirect(response, url)) return ['captive-portal', 'refused'];
  // It heals by itself, as a server error does, and reading again does no harm.
  return method === 'GET' ? ['redirect', 'refused'] : null;
}

function meaning(status: number, saysWhen: boolean): Meaning {
  switch (status) {
    case 401:
      return ['token-refused', 'refused'];
    case 403:
      // A polling limit may be answered like this; a time to come back tells it from a right that is missing.
      return saysWhen ? ['busy', 'refused'] : ['not-allowed', 'permanent'];
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
      // Without a time it may come from something in between that lost the answer.
      return ['unavailable', saysWhen ? 'refused' : 'unclear'];
    case 511:
      return ['captive-portal', 'unclear'];
    default:
  }
  if (status >= 300 && status < 400) return ['redirect', 'permanent'];
  if (status >= 400 && status < 500) return ['invalid-request', 'permanent'];
  if (status >= 500 && status < 600) return ['server-error', 'unclear'];
  return ['unexpected-answer', 'unclear'];
}

/** Seconds, or a date by the clock of the one who wrote it. */
function retryAfter(response: HttpResponse, clock: ServerClock): number | undefined {
  const text = response.headers['retry-after']?.trim() ?? '';
  if (text === '') return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_WAIT_MS);
  const date = headerDate(text);
  if (date === undefined) return undefined;
  const wait = date - (headerDate(response.headers['date']) ?? clock.serverNow());
  return Math.min(Math.max(wait, 0), LONGEST_WAIT_MS);
}
