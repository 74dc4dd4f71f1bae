import type { Credentials } from './credentials.ts';
import type { Failure, FailureKind } from './failure.ts';
import { failed, type Outcome, success } from './outcome.ts';
import type { Secret } from './secret.ts';
import { requestToken, type TokenAnswer, type TokenRequestDeps } from './token-request.ts';

export interface Token extends TokenAnswer {
  /** Counts the token requests: 1 for the first. */
  readonly serial: number;
  /** The time of the request, by the monotonic clock. The service counts the token's life from a little later. */
  readonly askedAt: number;
  /** The time of the answer, by the monotonic clock. */
  readonly receivedAt: number;
}

export interface TokenSourceDeps extends TokenRequestDeps {
  readonly credentials: () => Promise<Outcome<Credentials>>;
}

/** The time before its end at which we renew a token, so that it does not expire on the way to the service. */
const SPARE_MS = 30_000;
/** The same margin for short-lived tokens, as a part of their life: with 30 s a token of 30 s would be useless. */
const SPARE_PART = 1 / 5;
/** The correction of the clock that can make a refused assertion valid: less than its life of 60 s. */
const SKEW_WORTH_A_RETRY_MS = 20_000;

const refusals: ReadonlySet<FailureKind> = new Set(['credentials-refused', 'client-refused', 'sign-in-refused']);

const ended = failed({ kind: 'sign-in-changed', certainty: 'never-sent', details: '' });

export function createTokenSource(deps: TokenSourceDeps) {
  const { clock } = deps.context;
  let held: Token | null = null;
  let refused: Failure | null = null;
  let inFlight: Promise<Outcome<Token>> | null = null;
  let asked = 0;
  let isEnded = false;

  // Every age of a token is measured here, by the monotonic clock.
  const ageOf = (since: number) => clock.monotonic() - since;
  const isUsable = ({ receivedAt, lifeMs }: Token) =>
    ageOf(receivedAt) < lifeMs - Math.min(SPARE_MS, lifeMs * SPARE_PART);

  const obtain = async (): Promise<Outcome<Token>> => {
    asked += 1;
    const serial = asked;
    const credentials = await deps.credentials();
    if (isEnded) return ended;
    if (!credentials.ok) return credentials;
    const skewBefore = clock.skewMs();
    let askedAt = clock.monotonic();
    let answer = await requestToken(deps, credentials.value);
    if (
      !answer.ok &&
      refusals.has(answer.failure.kind) &&
      credentials.value.client.form === 'signed-assertion' &&
      Math.abs(clock.skewMs() - skewBefore) > SKEW_WORTH_A_RETRY_MS
    ) {
      // By the service's clock, which its answer showed, our assertion was expired or not yet valid. Sign a new one.
      askedAt = clock.monotonic();
      answer = await requestToken(deps, credentials.value);
    }
    if (isEnded) return ended;
    if (!answer.ok) {
      if (refusals.has(answer.failure.kind)) refused = answer.failure;
      return answer;
    }
    held = { ...answer.value, serial, askedAt, receivedAt: clock.monotonic() };
    return success(held);
  };

  const obtainShared = (): Promise<Outcome<Token>> => {
    if (inFlight === null) {
      const request = obtain().finally(() => {
        if (inFlight === request) inFlight = null;
      });
      inFlight = request;
    }
    return inFlight;
  };

  /** Gives the token in use, or requests a new one. Callers at the same time share one request. */
  const token = async (signal?: AbortSignal): Promise<Outcome<Token>> => {
    if (isEnded) return ended;
    if (held !== null && isUsable(held)) return success(held);
    // Sending the same password again could lock the account. Only new credentials help.
    if (refused !== null) return failed(refused);
    return unlessAborted(obtainShared(), signal);
  };

  return {
    token,
    /** Gives another token than the one that the service just refused. */
    renewed(old: Secret, signal?: AbortSignal): Promise<Outcome<Token>> {
      if (held?.secret === old) held = null;
      return token(signal);
    },
    /** Counts the token requests so far. */
    asked: () => asked,
    isAlive: ({ askedAt, lifeMs }: Token) => ageOf(askedAt) < lifeMs,
    /** Returns the reason for which the service refused the last sign-in. Null: it did not. */
    refusal: () => refused?.kind ?? null,
    /** Lets a refused sign-in be tried once more. Keeps a token in use. */
    forgive(): void {
      refused = null;
    },
    /** Drops the token, because the credentials have changed: a caller who still waits meant the former ones. */
    end(): void {
      isEnded = true;
      held = null;
    },
  };
}

export type TokenSource = ReturnType<typeof createTokenSource>;

/** Lets one caller give up without ending the request for the other callers. */
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
