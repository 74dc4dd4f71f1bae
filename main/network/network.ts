import { readFileSync, statSync } from 'node:fs';
import type { Done } from '../../preload/contract/answer.ts';
import { lengths } from '../../preload/contract/limits.ts';
import type { ProxyChoice } from '../../preload/contract/network.ts';
import { exampleProxy } from '../../preload/contract/setting-values.ts';
import type { Journal } from '../journal/journal.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { HttpPort } from '../signing/http-port.ts';
import { type Route, routeName } from '../signing/node/proxy-list.ts';
import { contextTrusting } from '../signing/node/secure-socket.ts';
import { contextWith, createNodeHttp, type NodeHttp } from '../signing/node-http.ts';
import { createRedactor } from '../signing/redactor.ts';
import type { Secret } from '../signing/secret.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import { createNetworkProbe, type NetworkProbe } from './network-probe.ts';
import { proxiesFor, proxyEntry, proxyName } from './proxy-choice.ts';
import { createProxyPassword } from './proxy-password.ts';
import { trustSystemCertificates } from './system-certificates.ts';

export interface NetworkDeps {
  readonly settings: Journal['settings'];
  readonly keychain: Keychain;
  readonly state: PublishedState;
  /** Returns the proxies that the system has for an address. */
  readonly proxyFor: (address: string) => Promise<string>;
  /** Allows plain http to this computer, for the practice service in development. */
  readonly allowLoopback: boolean;
  /** Tells whether the system's certificates could be read. */
  readonly trustSystem?: () => Promise<boolean>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** A computer that has just started may be too busy to read them in time, and a store that hangs costs seconds. */
const READ_AGAIN_MS = 60_000;

/** Returns the network settings that the window shows. `asking`: the proxy that asked for a password last. */
export function networkStateOf(settings: Journal['settings'], asking: string | null = null) {
  const proxy = settings.get('proxy');
  const passwordFor = {
    manual: () => proxyName(proxy.address),
    system: () => asking ?? settings.get('proxyHosts')?.[0] ?? null,
    none: () => null,
  }[proxy.mode]();
  return { authority: settings.get('authorityFile'), proxyUser: settings.get('proxyUser'), proxy, passwordFor };
}

/**
 * Reads the system's certificates before the first https request, not at the app's start, because that is slow. What could
 * not be read is read again for a later request: `onReadAgain` reports that it succeeded then.
 */
function createSystemTrust(
  clock: NetworkDeps['clock'],
  trustSystem: () => Promise<boolean>,
  onReadAgain: () => void,
): () => Promise<void> {
  let trusting: Promise<void> | null = null;
  /** The time from which they are read once more. Null: they were read, or are being read. */
  let readAgainAt: number | null = null;

  async function trust(isAgain: boolean): Promise<void> {
    if (!(await trustSystem())) readAgainAt = clock.monotonic() + READ_AGAIN_MS;
    else if (isAgain) onReadAgain();
  }

  return () => {
    const isDue = readAgainAt !== null && clock.monotonic() >= readAgainAt;
    if (isDue) readAgainAt = null;
    if (isDue || trusting === null) trusting = trust(isDue);
    return trusting;
  };
}

/**
 * Manages the app's access to the network: proxies with their credentials, and a company's own certificate authority.
 */
export function createNetwork(deps: NetworkDeps) {
  const { settings, keychain, state, allowLoopback, clock, trustSystem = trustSystemCertificates } = deps;

  const proxyFor = (address: string) => proxiesFor(settings.get('proxy'), address, deps.proxyFor);

  const passwords = createProxyPassword(settings, keychain);
  const redactor = createRedactor(() => passwords.sent);
  /** The proxy that asked for a password last. */
  let asking: string | null = null;

  const shown = () => networkStateOf(settings, asking);

  async function proxyCredentials(proxy: Route) {
    asking = routeName(proxy);
    state.publish({ network: shown() });
    return passwords.credentialsOf(asking);
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
  /** The client from before the system's certificates could be read. */
  let former: NodeHttp | null = null;
  const systemTrusted = createSystemTrust(clock, trustSystem, () => {
    // What is open trusts the app's own list only. Its calls go on.
    former = node;
    node = open();
  });
  const http: HttpPort = {
    async send(request) {
      if (request.url.startsWith('https:')) await systemTrusted();
      return node.send(request);
    },
    secrets: () => passwords.sent,
  };
  const probe: NetworkProbe = createNetworkProbe({
    proxyFor,
    proxyCredentials,
    secureContext: () => contextWith(settings.get('authorityFile') ?? undefined),
    ready: systemTrusted,
    redact: redactor.redact,
  });

  /** Makes a new client, because the old one has connections and refused proxies of the old settings. */
  function reopen(): void {
    const old = [node, former];
    [node, former] = [open(), null];
    for (const one of old) one?.close();
    state.publish({ network: shown() });
  }

  return {
    http,
    probe,
    /**
     * Stores the password. An empty user name deletes it. A null password keeps the stored one if the name is the same.
     * `proxy`: the one that the person saw when they typed the password, which belongs to it alone.
     */
    async setProxy(username: string, password: Secret | null, proxy = ''): Promise<Done> {
      const { passwordFor } = shown();
      const isShown = passwordFor !== null && (proxy === passwordFor || proxyName(proxy) === passwordFor);
      if (username !== '' && !isShown) return refuse('proxy-not-asking');
      const set = await passwords.set(username, password, passwordFor);
      if (!set.ok) return set;
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
    close() {
      node.close();
      former?.close();
    },
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
