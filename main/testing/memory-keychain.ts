import type { Keychain } from '../keychain/keychain.ts';
import { Secret } from '../signing/secret.ts';

/** Simulates a keychain that always works. `kept` has its secrets as text, by name. */
export const memoryKeychain = (kept = new Map<string, string>()): Keychain => ({
  async get(name) {
    const text = kept.get(name);
    return text === undefined ? { kind: 'not-found' } : { kind: 'ok', secret: new Secret(text) };
  },
  async set(name, secret) {
    kept.set(name, secret.reveal());
    return { kind: 'ok' };
  },
  delete: async (name) => (kept.delete(name) ? { kind: 'ok' } : { kind: 'not-found' }),
  check: async () => ({ kind: 'ok' }),
});
