import type { Credentials } from './credentials.ts';
import type { Failure, FailureKind } from './failure.ts';
import { failed, type Outcome, success } from './outcome.ts';
import type { Secret } from './secret.ts';
import { requestToken, type TokenAnswer, type TokenRequestDeps } from './token-request.ts';

export interface Token extends TokenAnswer {
  /** 1 for the first token that was asked for. */
  readonly serial: number;
  /** By our clock. The service counts the life of the token from a little later. */
  readonly askedAt: number;
  /** When its answer came. */
  readonly takenAt: number;
}

export interface TokenSource {
  /** The token in use, or a new one. However many ask at once, one request is made. */
  token(signal?: AbortSignal): Promise<Outcome<Token>>;
  /** Another token than the one the service just refused. */
  renewed(refused: Secret, signal?: AbortSignal): Promise<Outcome<Token>>;
  /** How many tokens have been asked for. */
  asked(): number;
  /** Whether the token has some of its life left. */
  lives(token: Token): boolean;
  forget(): void;
  /** A refused sign-in may be tried once more; a token in use stays. */
  forgive(): void;
}

export interface TokenSourceDeps extends TokenRequestDeps {
  readonly credentials: () => Promise<Outcome<Credentials>>;
}

/** A token is renewed this long before its end, so that it does not run out on the way. */
const SPARE_MS = 30_000;
/** Of a short life. A fixed time would leave a token of 30 seconds no use at all. */
const SPARE_PART = 1 / 5;
/** Less than the life of an assertion, so that a correction of this size can matter. */
const SKEW_WORTH_A_SECOND_TRY_MS = 20_000;

const refusals: ReadonlySet<FailureKind> = new Set(['credentials-refused', 'client-refused', 'sign-in-refused']);

export function createTokenSource(deps: TokenSourceDeps): TokenSource {
  const { clock } = deps.reading;
  let held: Token | null = null;
  let refused: Failure | null = null;
  let inFlight: Promise<Outcome<Token>> | null = null;
  let asked = 0;
  // Tells an answer to a request made before `forget` that it is no longer wanted.
  let era = 0;

  // The one place where the age of a token is judged.
  const ageOf = (since: number) => clock.monotonic() - since;
  const isUsable = ({ takenAt, lifeMs }: Token) => ageOf(takenAt) < lifeMs - Math.min(SPARE_MS, lifeMs * SPARE_PART);

  const obtain = async (): Promise<Outcome<Token>> => {
    const startedIn = era;
    asked += 1;
    const serial = asked;
    const credentials = await deps.credentials();
    if (!credentials.ok) return credentials;
    const skewBefore = clock.skewMs();
    let askedAt = clock.monotonic();
    let answer = await requestToken(deps, credentials.value);
    if (
      !answer.ok &&
      refusals.has(answer.failure.kind) &&
      credentials.value.client.form === 'signed-assertion' &&
      Math.abs(clock.skewMs() - skewBefore) > SKEW_WORTH_A_SECOND_TRY_MS
    ) {
      // The assertion had expired, or not begun, by the service's clock, which its answer has just shown.
      askedAt = clock.monotonic();
      answer = await requestToken(deps, credentials.value);
    }
    if (!answer.ok) {
      if (startedIn === era && refusals.has(answer.failure.kind)) refused = answer.failure;
      return answer;
    }
    const token = { ...answer.value, serial, askedAt, takenAt: clock.monotonic() };
    if (startedIn === era) held = token;
    return success(token);
  };

  const shared = (): Promise<Outcome<Token>> => {
    if (inFlight === null) {
      const request = obtain().finally(() => {
        if (inFlight === request) inFlight = null;
      });
      inFlight = request;
    }
    return inFlight;
  };

  const token = async (signal?: AbortSignal): Promise<Outcome<Token>> => {
    if (held !== null && isUsable(held)) return success(held);
    // Asking again with the same password could lock the account; only new credentials help.
    if (refused !== null) return failed(refused);
    return unlessAborted(shared(), signal);
  };

  return {
    token,
    renewed(old, signal) {
      if (held?.secret === old) held = null;
      return token(signal);
    },
    asked: () => asked,
    lives: ({ askedAt, lifeMs }) => ageOf(askedAt) < lifeMs,
    forgive() {
      refused = null;
    },
    forget() {
      era += 1;
      held = null;
      refused = null;
      inFlight = null;
    },
  };
}

/** One caller giving up leaves the request to the others. */
async function unlessAborted(request: Promise<Outcome<Token>>, signal?: AbortSignal): Promise<Outcome<Token>> {
  if (signal === undefined) return request;
  const { promise, resolve } = Promise.withResolvers<Outcome<Token>>();
  const giveUp = () => resolve(failed({ kind: 'aborted', certainty: 'never-sent', details: 'Stopped.' }));
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([request, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
