import { randomBytes } from 'node:crypto';
import type { Keychain, KeychainProblem, KeychainRemoval, KeychainResult } from '../keychain/keychain.ts';
import { sealingKeyBytes } from '../keychain/sealed-text.ts';
import { Secret } from '../signing/secret.ts';
import { type ConnectionRef, type SecretPart, secretName, secretParts } from './connection/connection-identity.ts';

/** `lost`: the keychain works but does not have the secret. Signing in again stores it anew. */
export type StoredSecret =
  | { readonly kind: 'ok'; readonly secret: Secret }
  | { readonly kind: 'lost' }
  | KeychainProblem;

/** Stores the secrets of connections in the keychain. Load only a secret that the journal names as stored. */
export function createAccountSecrets({ keychain }: { readonly keychain: Keychain }) {
  const save = (connection: ConnectionRef, part: SecretPart, secret: Secret): Promise<KeychainResult> =>
    keychain.set(secretName(connection, part), secret);

  /** Loads a secret. A locked keychain on Linux also says that it has nothing, so we believe it only after a check. */
  async function load(connection: ConnectionRef, part: SecretPart): Promise<StoredSecret> {
    const name = secretName(connection, part);
    const first = await keychain.get(name);
    if (first.kind !== 'not-found') return first;
    const checked = await keychain.check();
    if (checked.kind !== 'ok') return checked;
    // The person may have unlocked the keychain for the check, so read again.
    const second = await keychain.get(name);
    return second.kind === 'not-found' ? { kind: 'lost' } : second;
  }

  async function remove(connection: ConnectionRef, parts: readonly SecretPart[]): Promise<KeychainRemoval> {
    let removal: KeychainRemoval = { kind: 'ok' };
    for (const part of parts) {
      const removed = await keychain.delete(secretName(connection, part));
      if (removed.kind !== 'ok') removal = removed;
      if (removed.kind !== 'ok' && removed.kind !== 'not-found') break;
    }
    return removal;
  }

  async function forget(connection: ConnectionRef, parts: readonly SecretPart[]): Promise<KeychainResult> {
    const first = await remove(connection, parts);
    if (first.kind !== 'not-found') return first;
    const checked = await keychain.check();
    if (checked.kind !== 'ok') return checked;
    const second = await remove(connection, parts);
    return second.kind === 'not-found' ? { kind: 'ok' } : second;
  }

  return {
    savePassword: (connection: ConnectionRef, password: Secret) => save(connection, 'password', password),
    loadPassword: (connection: ConnectionRef) => load(connection, 'password'),
    saveClientSecret: (connection: ConnectionRef, secret: Secret) => save(connection, 'client-secret', secret),
    loadClientSecret: (connection: ConnectionRef) => load(connection, 'client-secret'),
    /** Loads the key that seals the connection's private keys. */
    loadSealingKey: (connection: ConnectionRef) => load(connection, 'sealing-key'),
    /** Replaces the sealing key. Nothing sealed with the old one can be opened afterwards. */
    async newSealingKey(connection: ConnectionRef): Promise<Exclude<StoredSecret, { readonly kind: 'lost' }>> {
      const secret = new Secret(randomBytes(sealingKeyBytes).toString('base64'));
      const saved = await save(connection, 'sealing-key', secret);
      return saved.kind === 'ok' ? { kind: 'ok', secret } : saved;
    },
    /** Removes the client secret alone. `ok` only when it is certainly gone. */
    forgetClientSecret: (connection: ConnectionRef) => forget(connection, ['client-secret']),
    /** Removes all secrets of the connection. `ok` only when they are certainly gone. */
    forget: (connection: ConnectionRef) => forget(connection, secretParts),
  };
}

export type AccountSecrets = ReturnType<typeof createAccountSecrets>;
