import type { Credentials } from './credentials.ts';
import type { Failure, FailureKind } from './failure.ts';
import { failed, type Outcome, success } from './outcome.ts';
import type { Secret } from './secret.ts';
import { requestToken, type Token, type TokenRequestDeps } from './token-request.ts';

export interface TokenSource {
  /** The token in use, or a new one. However many ask at once, one request is made. */
  token(signal?: AbortSignal): Promise<Outcome<Token>>;
  /** Another token than the one the service just refused. */
  renewed(refused: Secret, signal?: AbortSignal): Promise<Outcome<Token>>;
  forget(): void;
  /** A refused sign-in may be tried once more; a token in use stays. */
  forgive(): void;
}

export interface TokenSourceDeps extends TokenRequestDeps {
  readonly credentials: () => Promise<Outcome<Credentials>>;
}

const SPARE_MS = 30_000;
/** Less than the life of an assertion, so that a correction of this size can matter. */
const SKEW_WORTH_A_SECOND_TRY_MS = 20_000;

const refusals: ReadonlySet<FailureKind> = new Set(['credentials-refused', 'client-refused', 'sign-in-refused']);

interface Held {
  readonly token: Token;
  readonly until: number;
}

export function createTokenSource(deps: TokenSourceDeps): TokenSource {
  const { clock } = deps.reading;
  let held: Held | null = null;
  let refused: Failure | null = null;
  let inFlight: Promise<Outcome<Token>> | null = null;
  // Tells an answer to a request made before `forget` that it is no longer wanted.
  let era = 0;

  const obtain = async (): Promise<Outcome<Token>> => {
    const startedIn = era;
    const credentials = await deps.credentials();
    if (!credentials.ok) return credentials;
    const skewBefore = clock.skewMs();
    let outcome = await requestToken(deps, credentials.value);
    if (
      !outcome.ok &&
      refusals.has(outcome.failure.kind) &&
      credentials.value.client.form === 'signed-assertion' &&
      Math.abs(clock.skewMs() - skewBefore) > SKEW_WORTH_A_SECOND_TRY_MS
    ) {
      // The assertion had expired, or not begun, by the service's clock, which its answer has just shown.
      outcome = await requestToken(deps, credentials.value);
    }
    if (startedIn === era) {
      if (outcome.ok) held = { token: outcome.value, until: clock.now() + outcome.value.lifeMs - SPARE_MS };
      else if (refusals.has(outcome.failure.kind)) refused = outcome.failure;
    }
    return outcome;
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
    if (held !== null && clock.now() < held.until) return success(held.token);
    // Asking again with the same password could lock the account; only new credentials help.
    if (refused !== null) return failed(refused);
    return unlessAborted(shared(), signal);
  };

  return {
    token,
    renewed(old, signal) {
      if (held?.token.secret === old) held = null;
      return token(signal);
    },
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
