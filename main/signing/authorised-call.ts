import { readBody } from './answer-body.ts';
import type { AnswerContext } from './answer-failure.ts';
import { refusal, unexpectedSuccess } from './answer-failure.ts';
import { recordOf } from './answers/fields.ts';
import type { BodySource, HttpPort, HttpRequest, HttpResponse, Verdict } from './http-port.ts';
import { networkFailure, noAnswer } from './network-failure.ts';
import { failed, type Outcome, success } from './outcome.ts';
import type { Secret } from './secret.ts';
import type { Token, TokenSource } from './token.ts';

/** A request that carries the token. `body` is called again for each resend after the token was renewed. */
export interface AuthorisedRequest extends Omit<HttpRequest, 'headers' | 'body' | 'maxAnswerBytes'> {
  readonly contentType?: string;
  readonly body?: () => BodySource;
  /** Tells whether the call is still wanted. A token may take long, and a person may cancel the call meanwhile. */
  readonly isWanted?: () => boolean;
}

export type Call = <T>(request: AuthorisedRequest, read: AnswerReader<T>) => Promise<Outcome<T>>;

/** Reads the value out of a 2xx answer. Null when the answer is not of the expected kind. */
export type AnswerReader<T> = (response: HttpResponse) => { readonly value: T } | null;

export interface CallDeps {
  readonly http: HttpPort;
  readonly tokens: TokenSource;
  readonly context: AnswerContext;
}

/** Larger than any documented answer: 500 participants, or a page of some thousand documents. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * The most tries: first with the token in use, then with a new one, and again if the new one expired on the way, or if
 * another call had asked for it before.
 */
const MAX_SENDS = 3;

/** The outcome of a call that a person took back before it was sent. */
export const takenBack = failed({
  kind: 'aborted',
  certainty: 'never-sent',
  details: 'Taken back before it was sent.',
});

export function createCall(deps: CallDeps): Call {
  const { http, tokens, context } = deps;

  const send = (request: AuthorisedRequest, token: Secret) => {
    const { contentType, body, isWanted: _isWanted, ...rest } = request;
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
    if (request.isWanted?.() === false) return takenBack;
    let verdict = await send(request, token.value.secret);
    const askedBefore = tokens.asked();
    // A 401 ends the sign-in only for a token that was requested after this call's first 401 and has not expired.
    const isFresh = (one: Token) => one.serial > askedBefore && tokens.isAlive(one);
    for (let sends = 1; isUnauthorised(verdict) && !isFresh(token.value) && sends < MAX_SENDS; sends += 1) {
      context.clock.learn(verdict.response.headers);
      // oxlint-disable-next-line no-await-in-loop -- each sending waits for the answer to the one before
      token = await tokens.renewed(token.value.secret, request.signal);
      if (!token.ok) return token;
      if (request.isWanted?.() === false) return takenBack;
      // oxlint-disable-next-line no-await-in-loop
      verdict = await send(request, token.value.secret);
    }
    if (isUnauthorised(verdict) && !isFresh(token.value)) {
      context.clock.learn(verdict.response.headers);
      return failed({ ...refusal(verdict.response, context, request), kind: 'token-expired' });
    }
    if (verdict.kind !== 'response') return failed(noAnswer(verdict, context.redactor));
    const { response, problem } = verdict;
    context.clock.learn(response.headers);
    if (response.status < 200 || response.status > 299) return failed(refusal(response, context, request));
    if (response.bodyState === 'cut' && problem !== undefined) {
      return failed({ ...networkFailure(problem, 'unclear', context.redactor), status: response.status });
    }
    const answer = response.requestComplete ? read(response) : null;
    if (answer !== null) return success(answer.value);
    const body = readBody(response);
    return failed(
      body.kind === 'html'
        ? unexpectedSuccess(response, 'captive-portal', 'A web page answered instead of the service.', context)
        : unexpectedSuccess(
            response,
            'unexpected-answer',
            body.kind === 'other' ? body.why : 'Not the answer that was expected.',
            context,
          ),
    );
  };
}

type Answered = Extract<Verdict, { readonly kind: 'response' }>;

function isUnauthorised(verdict: Verdict): verdict is Answered {
  return verdict.kind === 'response' && verdict.response.status === 401;
}

/** Reads an answer whose JSON is documented. */
export function json<T>(parse: (value: unknown) => T | null): AnswerReader<T> {
  return (response) => {
    const body = readBody(response);
    const value = body.kind === 'json' ? parse(body.value) : null;
    return value === null ? null : { value };
  };
}

/** Tells whether a value says that there is an error. */
const isSaid = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : !/^\s*(?:0+|no|none|null|false|undefined|ok|success)?\s*$/i.test(String(value));

/** What a field that tells of an error may be called. One too many costs a look. */
const namesOfErrors = /error|fail|(?<!de)fault|problem|exception/i;

/** Tells whether the headers or the body carry an error. The names of its fields are not documented. */
function tellsOfError({ headers }: HttpResponse, body: ReturnType<typeof readBody>): boolean {
  const said = body.kind === 'json' ? Object.entries(recordOf(body.value) ?? {}) : [];
  return [...said, ...Object.entries(headers)].some(([name, value]) => namesOfErrors.test(name) && isSaid(value));
}

/** Accepts 204 only, as documented, and without an error. Any other status may come from a gateway. */
export const noContent: AnswerReader<undefined> = (response) =>
  response.status === 204 && !tellsOfError(response, readBody(response)) ? { value: undefined } : null;

/** Accepts any answer without an error that is not a web page, for an operation whose answer is not documented. */
export const anything: AnswerReader<unknown> = (response) => {
  const body = readBody(response);
  if (tellsOfError(response, body)) return null;
  if (body.kind === 'json') return { value: body.value };
  return body.kind === 'html' || response.bodyState !== 'whole' ? null : { value: null };
};

/** Accepts the same, for an operation whose answer tells nothing that we read. */
export const accepted: AnswerReader<undefined> = (response) =>
  anything(response) === null ? null : { value: undefined };
