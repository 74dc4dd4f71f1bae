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
 * The reason that a call to the system's keychain failed. `detail` is the system's own message.
 * unavailable: no keychain service, or the library for it is not installed.
 * unknown: the system told no reason. Most often the keychain is locked.
 * locked: the person must unlock the keychain first.
 * denied: the person or a policy said no.
 * too-large: the secret is longer than some system allows.
 * corrupt: the keychain returned something else than was stored.
 * timed-out: no answer in time, often because a prompt of the system waits for the person. A `set` may still happen.
 */
export type KeychainProblem =
  | { readonly kind: 'unavailable'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string }
  | { readonly kind: 'locked'; readonly detail: string }
  | { readonly kind: 'denied'; readonly detail: string }
  | { readonly kind: 'too-large'; readonly bytes: number; readonly limit: number }
  | { readonly kind: 'corrupt'; readonly detail: string }
  | { readonly kind: 'timed-out'; readonly afterMs: number };

/**
 * `not-found` does not prove that the secret is gone: Linux also says so when the keychain is locked or when the person
 * dismissed the prompt. It must not end a sign-in. Call `check` to find out, as account-secrets.ts does.
 */
export type KeychainAnswer =
  | { readonly kind: 'ok'; readonly secret: Secret }
  | { readonly kind: 'not-found' }
  | KeychainProblem;
export type KeychainRemoval = { readonly kind: 'ok' } | { readonly kind: 'not-found' } | KeychainProblem;
export type KeychainResult = { readonly kind: 'ok' } | KeychainProblem;

export interface Keychain {
  get(name: KeychainName): Promise<KeychainAnswer>;
  /** Stores a secret. Returns `ok` only when reading back gave the same secret. */
  set(name: KeychainName, secret: Secret): Promise<KeychainResult>;
  delete(name: KeychainName): Promise<KeychainRemoval>;
  /** Tests whether the keychain can store a secret now: stores, reads and removes a test entry. */
  check(): Promise<KeychainResult>;
}
