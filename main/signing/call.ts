import { readBody } from './answer-body.ts';
import type { AnswerReading } from './answer-failure.ts';
import { refusal, strangeSuccess } from './answer-failure.ts';
import type { BodySource, HttpPort, HttpRequest, HttpResponse } from './http-port.ts';
import { networkFailure, noAnswer } from './network-failure.ts';
import { failed, type Outcome, success } from './outcome.ts';
import type { Secret } from './secret.ts';
import type { TokenSource } from './token.ts';

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
    const first = await tokens.token(request.signal);
    if (!first.ok) return first;
    let verdict = await send(request, first.value.secret);
    if (verdict.kind === 'response' && verdict.response.status === 401) {
      reading.clock.learn(verdict.response.headers);
      const second = await tokens.renewed(first.value.secret, request.signal);
      if (!second.ok) return second;
      verdict = await send(request, second.value.secret);
    }
    if (verdict.kind !== 'response') return failed(noAnswer(verdict, reading.redactor));
    const { response, problem } = verdict;
    reading.clock.learn(response.headers);
    if (response.status < 200 || response.status > 299) return failed(refusal(response, reading));
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
