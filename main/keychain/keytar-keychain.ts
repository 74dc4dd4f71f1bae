import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as keytarModule from 'keytar';
import { Secret } from '../signing/secret.ts';
import type { Clock } from '../time/clock.ts';
import type { Keychain, KeychainAnswer, KeychainProblem, KeychainRemoval, KeychainResult } from './keychain.ts';
import { keychainName } from './keychain.ts';
import { decodeEntry, encodeEntry, entryBytes, entryLimitBytes } from './keychain-entry.ts';
import { toKeychainProblem } from './keytar-problem.ts';

/** The calls of keytar that we use. Never use findCredentials: on a locked collection it crashes the process. */
export type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>;

export interface KeytarKeychainDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly load?: () => Promise<Keytar>;
  /** The time limit, which must be long enough to type a password into the system's prompt. */
  readonly timeLimitMs?: number;
}

/** The name that the system's keychain program shows. */
const service = 'Countersign';
const testEntry = keychainName('probe');

/**
 * Loads keytar at the first use, because loading throws where the system's library is missing, and the app must start.
 * Uses require, because Node remembers a failed import: with require, a retry works once the library is installed.
 */
async function loadKeytar(): Promise<Keytar> {
  const keytar: Keytar = createRequire(import.meta.url)('keytar');
  return keytar;
}

async function storeAndReadBack(keytar: Keytar, name: string, secret: Secret): Promise<KeychainResult> {
  const entry = encodeEntry(secret);
  const bytes = entryBytes(entry);
  if (bytes > entryLimitBytes) return { kind: 'too-large', bytes, limit: entryLimitBytes };
  await keytar.setPassword(service, name, entry);
  const kept = await keytar.getPassword(service, name);
  if (kept === entry) return { kind: 'ok' };
  return { kind: 'corrupt', detail: kept === null ? 'stored, but not there' : 'read back differently' };
}

export function createKeytarKeychain({ clock, load = loadKeytar, timeLimitMs = 60_000 }: KeytarKeychainDeps): Keychain {
  let queue: Promise<unknown> = Promise.resolve();
  let isOneLeftBehind = false;

  /**
   * Leaves a read behind that hangs, so that the others are tried. Only one: each hanging call blocks one of the few
   * threads that Node also needs for reading files.
   */
  async function leaveBehind(call: Promise<unknown>, isHangingRead: boolean): Promise<void> {
    if (!isHangingRead || isOneLeftBehind) await call;
    else {
      isOneLeftBehind = true;
      void call.finally(() => {
        isOneLeftBehind = false;
      });
    }
  }

  /**
   * Makes one call at a time. After a time-out the next call still waits until the hanging one ends, unless that one only
   * reads: a change that hangs may still happen, and would undo a later one.
   */
  function inTurn<T>(act: (keytar: Keytar) => Promise<T>, isRead = false): Promise<T | KeychainProblem> {
    const { promise: timeIsUp, resolve } = Promise.withResolvers<KeychainProblem>();
    let late = false;
    let hasBegun = false;
    const stopTheClock = clock.after(timeLimitMs, () => {
      late = true;
      resolve({ kind: 'timed-out', afterMs: timeLimitMs });
    });
    const turn = queue.then(async () => {
      if (late) return await timeIsUp;
      hasBegun = true;
      try {
        return await act(await load());
      } catch (cause) {
        return toKeychainProblem(cause);
      }
    });
    const isLeftBehind = timeIsUp.then(() => leaveBehind(turn, isRead && hasBegun));
    queue = Promise.race([turn, isLeftBehind]);
    return Promise.race([turn, timeIsUp]).finally(stopTheClock);
  }

  return {
    get: (name) =>
      inTurn<KeychainAnswer>(async (keytar) => {
        const entry = await keytar.getPassword(service, name);
        if (entry === null) return { kind: 'not-found' };
        const secret = decodeEntry(entry);
        return secret ? { kind: 'ok', secret } : { kind: 'corrupt', detail: 'not as it was stored' };
      }, true),

    set: (name, secret) => inTurn((keytar) => storeAndReadBack(keytar, name, secret)),

    delete: (name) =>
      inTurn<KeychainRemoval>(async (keytar) => ({
        kind: (await keytar.deletePassword(service, name)) ? 'ok' : 'not-found',
      })),

    check: () =>
      inTurn(async (keytar) => {
        const result = await storeAndReadBack(keytar, testEntry, new Secret(randomUUID()));
        await keytar.deletePassword(service, testEntry);
        return result;
      }),
  };
}
