import { readFileSync, statSync } from 'node:fs';
import type { Done } from '../../preload/contract/answer.ts';
import { lengths } from '../../preload/contract/limits.ts';
import type { ProxyChoice } from '../../preload/contract/network.ts';
import { exampleProxy } from '../../preload/contract/setting-values.ts';
import type { Journal } from '../journal/journal.ts';
import { type Keychain, keychainName } from '../keychain/keychain.ts';
import { problemOfKeychain } from '../problems/problem-of.ts';
import { done, refuse, refuseWith } from '../problems/refuse.ts';
import type { HttpPort } from '../signing/http-port.ts';
import { type Route, routeName } from '../signing/node/proxy-list.ts';
import { contextTrusting } from '../signing/node/secure-socket.ts';
import { contextWith, createNodeHttp, type NodeHttp } from '../signing/node-http.ts';
import { createRedactor } from '../signing/redactor.ts';
import { Secret } from '../signing/secret.ts';
import type { PublishedState } from '../state/published-state.ts';
import { createNetworkProbe, type NetworkProbe } from './network-probe.ts';
import { proxiesFor, proxyEntry, proxyName } from './proxy-choice.ts';
import { trustSystemCertificates } from './system-certificates.ts';

export interface NetworkDeps {
  readonly settings: Journal['settings'];
  readonly keychain: Keychain;
  readonly state: PublishedState;
  /** The proxies that the system has for an address. */
  readonly proxyFor: (address: string) => Promise<string>;
  /** Allows plain http to this computer, for the practice service in development. */
  readonly allowLoopback: boolean;
  readonly trustSystem?: () => Promise<void>;
}

const proxyPassword = keychainName('proxy');

/** More proxies with one password are hardly in one company. */
const MOST_HOSTS = 16;

/** What the window shows of the network settings. `asking`: the proxy that asked for a password last. */
export function networkStateOf(settings: Journal['settings'], asking: string | null = null) {
  const proxy = settings.get('proxy');
  const passwordFor = {
    manual: () => proxyName(proxy.address),
    system: () => asking ?? settings.get('proxyHosts')?.[0] ?? null,
    none: () => null,
  }[proxy.mode]();
  return { authority: settings.get('authorityFile'), proxyUser: settings.get('proxyUser'), proxy, passwordFor };
}

/** The app's access to the network: proxies with their credentials, and a company's own certificate authority. */
export function createNetwork(deps: NetworkDeps) {
  const { settings, keychain, state, allowLoopback, trustSystem = trustSystemCertificates } = deps;

  const proxyFor = (address: string) => proxiesFor(settings.get('proxy'), address, deps.proxyFor);

  // Whose proxy a password of an earlier version was typed for is known only where a person had entered its address.
  // Over plain http, everybody on the way reads the password: a person must enter it anew.
  if (settings.get('proxyHosts') === null && settings.get('proxyUser') !== null) {
    const { mode, address } = settings.get('proxy');
    const name = mode === 'manual' ? proxyName(address) : null;
    settings.set('proxyHosts', name?.startsWith('https:') === true ? [name] : []);
  }
  /** The passwords that proxies got since the start of the app. Their pages may repeat them. */
  const sent: Secret[] = [];
  const redactor = createRedactor(() => sent);
  /** The proxy that asked for a password last. */
  let asking: string | null = null;

  const shown = () => networkStateOf(settings, asking);

  /** The password goes only to proxies that it was typed for. Anybody in the network may name another one to the system. */
  async function proxyCredentials(proxy: Route) {
    asking = routeName(proxy);
    state.publish({ network: shown() });
    const username = settings.get('proxyUser');
    if (username === null || settings.get('proxyHosts')?.includes(asking) !== true) return null;
    const kept = await keychain.get(proxyPassword);
    if (kept.kind !== 'ok') return null;
    if (!sent.some((secret) => secret.reveal() === kept.secret.reveal())) sent.push(kept.secret);
    return { username, password: kept.secret };
  }

  function open(): NodeHttp {
    const file = settings.get('authorityFile');
    return createNodeHttp({
      proxyFor,
      proxyCredentials,
      allowLoopback,
      ...(file === null ? {} : { extraCaFile: file }),
    });
  }

  let node = open();
  let trusting: Promise<void> | null = null;
  // Reading the system's certificates is slow, so we read them before the first https request, not at the app's start.
  const systemTrusted = (): Promise<void> => (trusting ??= trustSystem());
  const http: HttpPort = {
    async send(request) {
      if (request.url.startsWith('https:')) await systemTrusted();
      return node.send(request);
    },
    secrets: () => sent,
  };
  const probe: NetworkProbe = createNetworkProbe({
    proxyFor,
    proxyCredentials,
    secureContext: () => contextWith(settings.get('authorityFile') ?? undefined),
    ready: systemTrusted,
    redact: redactor.redact,
  });

  async function savePassword(username: string, password: Secret | null) {
    if (username === '') return keychain.delete(proxyPassword);
    if (password === null && username === settings.get('proxyUser')) return { kind: 'ok' } as const;
    // Overwrite the old password even without a new one: it belongs to another user name.
    return keychain.set(proxyPassword, password ?? new Secret(''));
  }

  /** The same user name, and no other password. */
  async function isStored(username: string, password: Secret | null): Promise<boolean> {
    if (username !== settings.get('proxyUser')) return false;
    if (password === null) return true;
    const kept = await keychain.get(proxyPassword);
    return kept.kind === 'ok' && kept.secret.reveal() === password.reveal();
  }

  /** Makes a new client, because the old one has connections and refused proxies of the old settings. */
  function reopen(): void {
    const old = node;
    node = open();
    old.close();
    state.publish({ network: shown() });
  }

  return {
    http,
    probe,
    /**
     * An empty user name deletes the password. A null password keeps the stored one if the name is the same. `proxy`: the
     * one that the person saw when they typed the password, which belongs to it alone.
     */
    async setProxy(username: string, password: Secret | null, proxy = ''): Promise<Done> {
      const { passwordFor } = shown();
      const isShown = passwordFor !== null && (proxy === passwordFor || proxyName(proxy) === passwordFor);
      if (username !== '' && !isShown) return refuse('proxy-not-asking');
      const bound = settings.get('proxyHosts') ?? [];
      const isSame = username !== '' && (await isStored(username, password));
      if (isSame && password === null && passwordFor !== null && !bound.includes(passwordFor))
        return refuse('proxy-password-anew', { proxy: passwordFor });
      // While the keychain works no proxy gets anything: neither the old one the new password, nor the new one the old.
      settings.set('proxyHosts', []);
      const stored = await savePassword(username, password);
      if (stored.kind !== 'ok' && stored.kind !== 'not-found') {
        settings.set('proxyHosts', bound);
        return refuseWith(problemOfKeychain(stored));
      }
      const others = isSame ? bound.filter((name) => name !== passwordFor) : [];
      const hosts = passwordFor === null || username === '' ? [] : [passwordFor, ...others];
      settings.set('proxyHosts', hosts.slice(0, MOST_HOSTS));
      settings.set('proxyUser', username === '' ? null : username);
      reopen();
      return done;
    },
    setRoute({ mode, address }: ProxyChoice): Done {
      if (mode === 'manual' && proxyEntry(address) === null) return refuse('proxy-address', { example: exampleProxy });
      settings.set('proxy', { mode, address });
      reopen();
      return done;
    },
    setAuthority(file: string | null): Done {
      if (settings.isLocked('authorityFile')) return refuse('set-by-policy');
      if (file !== null && !isAuthorityFile(file)) return refuse('authority-unusable', { file });
      settings.set('authorityFile', file);
      reopen();
      return done;
    },
    close: () => node.close(),
  };
}

export type Network = ReturnType<typeof createNetwork>;

function isAuthorityFile(file: string): boolean {
  try {
    const found = statSync(file);
    if (!found.isFile() || found.size > lengths.authorityFile) return false;
    const text = readFileSync(file, 'utf8');
    contextTrusting([text]);
    return text.includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}
