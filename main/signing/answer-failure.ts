import { describeAnswer } from './answer-details.ts';
import type { Certainty, Failure, FailureKind } from './failure.ts';
import type { HttpResponse } from './http-port.ts';
import type { Redactor } from './redactor.ts';
import { headerDate, type ServerClock } from './server-clock.ts';

const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

export interface AnswerReading {
  readonly redactor: Redactor;
  readonly clock: ServerClock;
}

/** What a status other than success means, for every operation alike. */
export function refusal(response: HttpResponse, reading: AnswerReading): Failure {
  const retryAfterMs = retryAfter(response, reading.clock);
  const [kind, certainty] = meaning(response.status, retryAfterMs !== undefined);
  return {
    kind,
    // An answer given before the whole request was handed over cannot be about the whole request.
    certainty: certainty === 'unclear' && !response.requestComplete ? 'never-sent' : certainty,
    details: describeAnswer(response, reading.redactor),
    status: response.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
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

function meaning(status: number, saysWhen: boolean): readonly [FailureKind, Certainty] {
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
