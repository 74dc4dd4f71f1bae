import { z } from 'zod';
import type { Secret } from '../signing/secret.ts';

const name = z
  .string()
  // No slash and no capitals: one system joins the parts of a name with a slash, another ignores case.
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)
  .max(120)
  .brand<'KeychainName'>();
export type KeychainName = z.infer<typeof name>;

export function keychainName(text: string): KeychainName {
  return name.parse(text);
}

/**
 * Why the keychain of the system did not do what it was asked. `detail` is the system's own message.
 * unavailable: no keychain service, or the library for it is not installed.
 * locked: the person has to unlock it first.
 * denied: the person or a policy said no.
 * too-large: the secret is longer than every system takes.
 * corrupt: what the keychain gives is not what was stored.
 * timed-out: no answer in time, often because a question of the system waits for the person. A `set` may still happen.
 */
export type KeychainProblem =
  | { readonly kind: 'unavailable'; readonly detail: string }
  | { readonly kind: 'locked'; readonly detail: string }
  | { readonly kind: 'denied'; readonly detail: string }
  | { readonly kind: 'too-large'; readonly bytes: number; readonly limit: number }
  | { readonly kind: 'corrupt'; readonly detail: string }
  | { readonly kind: 'timed-out'; readonly afterMs: number };

/**
 * `not-found` is not "was never stored" and not "was removed": Linux says the same of a locked keychain and of a
 * question the person dismissed. So it never ends a sign-in. Whoever knows that a secret was stored asks `check` what
 * it means, as the account's secrets do.
 */
export type KeychainAnswer =
  | { readonly kind: 'ok'; readonly secret: Secret }
  | { readonly kind: 'not-found' }
  | KeychainProblem;
export type KeychainRemoval = { readonly kind: 'ok' } | { readonly kind: 'not-found' } | KeychainProblem;
export type KeychainResult = { readonly kind: 'ok' } | KeychainProblem;

export interface Keychain {
  get(name: KeychainName): Promise<KeychainAnswer>;
  /** `ok` only when the same secret could be read back. */
  set(name: KeychainName, secret: Secret): Promise<KeychainResult>;
  delete(name: KeychainName): Promise<KeychainRemoval>;
  /** Can it keep a secret now? Stores, reads and removes one of its own. */
  check(): Promise<KeychainResult>;
}
