import { readBody } from './answer-body.ts';
import type { AnswerReading } from './answer-failure.ts';
import { refusal, strangeSuccess } from './answer-failure.ts';
import type { BodySource, HttpPort, HttpRequest, HttpResponse, Verdict } from './http-port.ts';
import { networkFailure, noAnswer } from './network-failure.ts';
import { failed, type Outcome, success } from './outcome.ts';
import type { Secret } from './secret.ts';
import type { Token, TokenSource } from './token.ts';

/** A request that carries the token. Its body is made anew if it has to be sent again after a renewal. */
export interface AuthorisedRequest extends Omit<HttpRequest, 'headers' | 'body' | 'maxAnswerBytes'> {
  readonly contentType?: string;
  readonly body?: () => BodySource;
}

export type Call = <T>(request: AuthorisedRequest, read: AnswerReader<T>) => Promise<Outcome<T>>;

/** Makes a value of a 2xx answer; null says that it is not the answer that was asked for. */
export type AnswerReader<T> = (response: HttpResponse) => { readonly value: T } | null;

export interface CallDeps {
  readonly http: HttpPort;
  readonly tokens: TokenSource;
  readonly reading: AnswerReading;
}

/** Above any described answer: 500 participants, or a page of some thousand documents. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** With the token in use, with a new one, and once more when that one ran out or was refused while it was shared. */
const MOST_SENDS = 3;

export function createCall(deps: CallDeps): Call {
  const { http, tokens, reading } = deps;

  const send = (request: AuthorisedRequest, token: Secret) => {
    const { contentType, body, ...rest } = request;
    return http.send({
      ...rest,
      headers: {
        Authorization: `Bearer ${token.reveal()}`,
        'Accept-Charset': 'UTF-8',
        ...(request.method === 'GET' ? { Accept: 'application/json' } : {}),
        ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
      },
      ...(body === undefined ? {} : { body: body() }),
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
  };

  return async (request, read) => {
    let token = await tokens.token(request.signal);
    if (!token.ok) return token;
    let verdict = await send(request, token.value.secret);
    const askedBefore = tokens.asked();
    // Only a token made for this call after its first 401, and not at its end, shows what the service thinks of the user.
    const isFresh = (one: Token) => one.serial > askedBefore && tokens.lives(one);
    for (let sends = 1; isUnauthorised(verdict) && !isFresh(token.value) && sends < MOST_SENDS; sends += 1) {
      reading.clock.learn(verdict.response.headers);
      // oxlint-disable-next-line no-await-in-loop -- each sending waits for the answer to the one before
      token = await tokens.renewed(token.value.secret, request.signal);
      if (!token.ok) return token;
      // oxlint-disable-next-line no-await-in-loop
      verdict = await send(request, token.value.secret);
    }
    if (isUnauthorised(verdict) && !isFresh(token.value)) {
      reading.clock.learn(verdict.response.headers);
      return failed({ ...refusal(verdict.response, reading, request), kind: 'token-expired' });
    }
    if (verdict.kind !== 'response') return failed(noAnswer(verdict, reading.redactor));
    const { response, problem } = verdict;
    reading.clock.learn(response.headers);
    if (response.status < 200 || response.status > 299) return failed(refusal(response, reading, request));
    if (response.bodyState === 'cut' && problem !== undefined) {
      return failed({ ...networkFailure(problem, 'unclear', reading.redactor), status: response.status });
    }
    const answer = response.requestComplete ? read(response) : null;
    if (answer !== null) return success(answer.value);
    const body = readBody(response);
    return failed(
      body.kind === 'html'
        ? strangeSuccess(response, 'captive-portal', 'A web page answered in place of the service.', reading)
        : strangeSuccess(
            response,
            'unexpected-answer',
            body.kind === 'other' ? body.why : 'Not the answer that was expected.',
            reading,
          ),
    );
  };
}

type Answered = Extract<Verdict, { readonly kind: 'response' }>;

function isUnauthorised(verdict: Verdict): verdict is Answered {
  return verdict.kind === 'response' && verdict.response.status === 401;
}

/** For answers that are described. */
export function json<T>(parse: (value: unknown) => T | null): AnswerReader<T> {
  return (response) => {
    const body = readBody(response);
    const value = body.kind === 'json' ? parse(body.value) : null;
    return value === null ? null : { value };
  };
}

/** For operations described to answer 204. Anything else may come from something in between. */
export const noContent: AnswerReader<undefined> = (response) => (response.status === 204 ? { value: undefined } : null);

/** For an operation whose answer is not described. */
export const anything: AnswerReader<unknown> = (response) => {
  const body = readBody(response);
  if (body.kind === 'json') return { value: body.value };
  return body.kind === 'html' || response.bodyState !== 'whole' ? null : { value: null };
};
