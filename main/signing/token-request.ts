import * as z from 'zod';
import { isHtml, readBody } from './answer-body.ts';
import { type AnswerContext, refusal, unexpectedSuccess } from './answer-failure.ts';
import { signAssertion } from './client-assertion.ts';
import type { Credentials } from './credentials.ts';
import type { Failure, FailureKind } from './failure.ts';
import type { HttpPort, HttpResponse } from './http-port.ts';
import { bytesBody } from './multipart.ts';
import { networkFailure, noAnswer } from './network-failure.ts';
import { failed, type Outcome, success } from './outcome.ts';
import { Secret } from './secret.ts';

export interface TokenAnswer {
  readonly secret: Secret;
  /** The lifetime of the token, as the service stated it. */
  readonly lifeMs: number;
}

export interface TokenRequestDeps {
  readonly http: HttpPort;
  readonly endpoint: string;
  readonly context: AnswerContext;
}

const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_LIFE_S = 24 * 60 * 60;
/** The life of a token when the answer does not say how long it is valid. */
const ASSUMED_LIFE_S = 60;

const tokenAnswer = z.object({
  // The token becomes a header: a line break in it would start another header.
  access_token: z.string().regex(/^[\x21-\x7e]{1,65536}$/),
  expires_in: z.number().positive().catch(ASSUMED_LIFE_S),
});

/** Asks for a token once. Its failures are `never-sent`: the request that needed the token has not left yet. */
export async function requestToken(deps: TokenRequestDeps, credentials: Credentials): Promise<Outcome<TokenAnswer>> {
  const { redactor, clock } = deps.context;
  const form = await tokenForm(deps, credentials);
  if (!form.ok) return form;
  const body = new TextEncoder().encode(form.value.toString());
  const verdict = await deps.http.send({
    method: 'POST',
    url: deps.endpoint,
    headers: {
      Accept: 'application/json',
      'Accept-Charset': 'UTF-8',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: bytesBody(body),
    maxAnswerBytes: MAX_ANSWER_BYTES,
  });
  if (verdict.kind !== 'response') return failed(neverSent(noAnswer(verdict, redactor)));
  const { response, problem } = verdict;
  clock.learn(response.headers);
  if (response.bodyState === 'cut' && problem !== undefined) {
    return failed(networkFailure(problem, 'never-sent', redactor));
  }
  const outcome = readToken(response, deps.context);
  return outcome.ok ? outcome : failed(neverSent(outcome.failure));
}

async function tokenForm(deps: TokenRequestDeps, credentials: Credentials): Promise<Outcome<URLSearchParams>> {
  const { redactor, clock } = deps.context;
  const { client } = credentials;
  redactor.know(credentials.password);
  const form = new URLSearchParams({
    grant_type: 'password',
    username: credentials.username,
    password: credentials.password.reveal(),
  });
  if (client.form !== 'signed-assertion') form.set('client_id', client.clientId);
  if (client.form === 'client-secret') {
    redactor.know(client.clientSecret);
    form.set('client_secret', client.clientSecret.reveal());
  }
  if (client.form === 'signed-assertion') {
    try {
      const assertion = await signAssertion(client, deps.endpoint, clock.serverNow());
      form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
      form.set('client_assertion', assertion);
    } catch (cause) {
      const details = redactor.redact(cause instanceof Error ? cause.message : 'The private key cannot be used.');
      return failed({ kind: 'key-unusable', certainty: 'never-sent', details });
    }
  }
  return success(form);
}

function readToken(response: HttpResponse, context: AnswerContext): Outcome<TokenAnswer> {
  if (response.status >= 400 && response.status <= 599) return failed(signInRefusal(response, context));
  // An answer of this kind may hold a token, so the details must not show its body.
  const withoutBody = { ...response, body: new Uint8Array() };
  if (response.status < 200 || response.status > 299) return failed(refusal(withoutBody, context));
  const body = readBody(response);
  if (body.kind === 'html') {
    return failed(
      unexpectedSuccess(withoutBody, 'captive-portal', 'A web page answered instead of the sign-in.', context),
    );
  }
  const parsed = tokenAnswer.safeParse(body.kind === 'json' ? body.value : undefined);
  if (!parsed.success) {
    return failed(
      unexpectedSuccess(withoutBody, 'unexpected-answer', 'The sign-in was answered without a token.', context),
    );
  }
  const secret = new Secret(parsed.data.access_token);
  context.redactor.knowToken(secret);
  return success({ secret, lifeMs: Math.min(parsed.data.expires_in, MAX_LIFE_S) * 1000 });
}

/** Looks for the usual OAuth words in headers and body, because the shape of errors is not documented. */
function signInRefusal(response: HttpResponse, context: AnswerContext): Failure {
  const general = refusal(response, context);
  if (response.status !== 400 && response.status !== 401 && general.kind !== 'not-allowed') return general;
  const text = new TextDecoder().decode(response.body);
  const said = `${Object.values(response.headers).join(' ')} ${text}`;
  const as = (kind: FailureKind): Failure => ({ ...general, kind });
  if (/invalid[_-]client|unauthorized[_-]client/i.test(said)) return as('client-refused');
  if (/invalid[_-]grant/i.test(said)) return as('credentials-refused');
  // The sign-in never answers with a web page, so a page comes from a filter on the way. The exception is a page whose
  // header asks for a bearer token: the service sent it, and sending the password again could lock the account.
  const askedForBearer = /\bbearer\b/i.test(response.headers['www-authenticate'] ?? '');
  return as(isHtml(response, text.slice(0, 200)) && !askedForBearer ? 'captive-portal' : 'sign-in-refused');
}

function neverSent(failure: Failure): Failure {
  return { ...failure, certainty: 'never-sent' };
}
