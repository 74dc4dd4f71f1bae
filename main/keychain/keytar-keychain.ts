import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as keytarModule from 'keytar';
import type { Clock } from '../clock.ts';
import { Secret } from '../signing/secret.ts';
import type { Keychain, KeychainAnswer, KeychainProblem, KeychainRemoval, KeychainResult } from './keychain.ts';
import { keychainName } from './keychain.ts';
import { decodeEntry, encodeEntry, entryBytes, entryLimitBytes } from './keychain-entry.ts';
import { toKeychainProblem } from './keytar-problem.ts';

/** The three calls of keytar this app makes. Never findCredentials: over a locked collection it ends the process. */
export type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>;

export interface KeytarKeychainDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly load?: () => Promise<Keytar>;
  /** Long enough to type a password into the system's question. */
  readonly timeLimitMs?: number;
}

/** PublishedRows by the systems' own keychain programs. */
const service = 'Countersign';
const probe = keychainName('probe');

/**
 * Only when it is needed: where the system's library is missing, loading throws, and the app has to start nevertheless.
 * By require, because a failed import is remembered until the app ends: after installing the library, trying again works.
 */
async function loadKeytar(): Promise<Keytar> {
  const keytar: Keytar = createRequire(import.meta.url)('keytar');
  return keytar;
}

async function store(keytar: Keytar, name: string, secret: Secret): Promise<KeychainResult> {
  const entry = encodeEntry(secret);
  const bytes = entryBytes(entry);
  if (bytes > entryLimitBytes) return { kind: 'too-large', bytes, limit: entryLimitBytes };
  await keytar.setPassword(service, name, entry);
  const kept = await keytar.getPassword(service, name);
  if (kept === entry) return { kind: 'ok' };
  return { kind: 'corrupt', detail: kept === null ? 'stored, but not there' : 'read back differently' };
}

export function createKeytarKeychain({ clock, load = loadKeytar, timeLimitMs = 60_000 }: KeytarKeychainDeps): Keychain {
  let line: Promise<unknown> = Promise.resolve();

  /**
   * One call at a time, and the next one only when the last has really ended, however long ago its caller was told that
   * time was up: each hanging call keeps one of the few threads that reading files needs too.
   */
  function inTurn<T>(act: (keytar: Keytar) => Promise<T>): Promise<T | KeychainProblem> {
    const { promise: timeIsUp, resolve } = Promise.withResolvers<KeychainProblem>();
    let late = false;
    const stopTheClock = clock.after(timeLimitMs, () => {
      late = true;
      resolve({ kind: 'timed-out', afterMs: timeLimitMs });
    });
    const turn = line.then(async () => {
      if (late) return await timeIsUp;
      try {
        return await act(await load());
      } catch (cause) {
        return toKeychainProblem(cause);
      }
    });
    line = turn;
    return Promise.race([turn, timeIsUp]).finally(stopTheClock);
  }

  return {
    get: (name) =>
      inTurn<KeychainAnswer>(async (keytar) => {
        const entry = await keytar.getPassword(service, name);
        if (entry === null) return { kind: 'not-found' };
        const secret = decodeEntry(entry);
        return secret ? { kind: 'ok', secret } : { kind: 'corrupt', detail: 'not as it was stored' };
      }),

    set: (name, secret) => inTurn((keytar) => store(keytar, name, secret)),

    delete: (name) =>
      inTurn<KeychainRemoval>(async (keytar) => ({
        kind: (await keytar.deletePassword(service, name)) ? 'ok' : 'not-found',
      })),

    check: () =>
      inTurn(async (keytar) => {
        const result = await store(keytar, probe, new Secret(randomUUID()));
        await keytar.deletePassword(service, probe);
        return result;
      }),
  };
}
