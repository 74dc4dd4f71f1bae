import type { Journal } from '../journal/journal.ts';
import { type Keychain, keychainName } from '../keychain/keychain.ts';
import { problemOfKeychain } from '../problems/problem-of.ts';
import { done, refuse, refuseWith } from '../problems/refuse.ts';
import { Secret } from '../signing/secret.ts';
import { proxyName } from './proxy-choice.ts';

const proxyPassword = keychainName('proxy');

/** The most proxies with one password. More are hardly in one company. */
const MOST_HOSTS = 16;

/** Stores the password for proxies, and the proxies that it was typed for. */
export function createProxyPassword(settings: Journal['settings'], keychain: Keychain) {
  // Whose proxy a password of an earlier version was typed for is known only where a person had entered its address.
  // Over plain http, everybody on the way reads the password: a person must enter it anew.
  if (settings.get('proxyHosts') === null && settings.get('proxyUser') !== null) {
    const { mode, address } = settings.get('proxy');
    const name = mode === 'manual' ? proxyName(address) : null;
    settings.set('proxyHosts', name?.startsWith('https:') === true ? [name] : []);
  }
  /** The passwords that proxies got since the start of the app. Their pages may repeat them. */
  const sent: Secret[] = [];

  async function save(username: string, password: Secret | null) {
    if (username === '') return keychain.delete(proxyPassword);
    if (password === null && username === settings.get('proxyUser')) return { kind: 'ok' } as const;
    // Overwrite the old password even without a new one: it belongs to another user name.
    return keychain.set(proxyPassword, password ?? new Secret(''));
  }

  /** Tells whether the user name is the same, and the password is the same or none. */
  async function isStored(username: string, password: Secret | null): Promise<boolean> {
    if (username !== settings.get('proxyUser')) return false;
    if (password === null) return true;
    const kept = await keychain.get(proxyPassword);
    return kept.kind === 'ok' && kept.secret.reveal() === password.reveal();
  }

  return {
    sent,
    /** Returns the password only for proxies that it was typed for. Anybody in the network may name another proxy. */
    async credentialsOf(proxy: string) {
      const username = settings.get('proxyUser');
      if (username === null || settings.get('proxyHosts')?.includes(proxy) !== true) return null;
      const kept = await keychain.get(proxyPassword);
      if (kept.kind !== 'ok') return null;
      if (!sent.some((secret) => secret.reveal() === kept.secret.reveal())) sent.push(kept.secret);
      return { username, password: kept.secret };
    },
    /** Stores the password for a proxy. An empty user name deletes it. */
    async set(username: string, password: Secret | null, proxy: string | null) {
      const bound = settings.get('proxyHosts') ?? [];
      const isSame = username !== '' && (await isStored(username, password));
      if (isSame && password === null && proxy !== null && !bound.includes(proxy))
        return refuse('proxy-password-anew', { proxy });
      // While the keychain works no proxy gets anything: neither the old one the new password, nor the new one the old.
      settings.set('proxyHosts', []);
      const stored = await save(username, password);
      if (stored.kind !== 'ok' && stored.kind !== 'not-found') {
        settings.set('proxyHosts', bound);
        return refuseWith(problemOfKeychain(stored));
      }
      const others = isSame ? bound.filter((name) => name !== proxy) : [];
      const hosts = proxy === null || username === '' ? [] : [proxy, ...others];
      settings.set('proxyHosts', hosts.slice(0, MOST_HOSTS));
      settings.set('proxyUser', username === '' ? null : username);
      return done;
    },
  };
}
