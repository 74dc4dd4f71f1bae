import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { DetailedPeerCertificate, SecureContext } from 'node:tls';
import { errorCode } from '../error-code.ts';
import type { HttpProblem } from '../signing/http-port.ts';
import { connect, type Target } from '../signing/node/connect.ts';
import { type AskProxyCredentials, createProxyAccess } from '../signing/node/proxy-access.ts';
import { parseProxyList, type Route } from '../signing/node/proxy-list.ts';
import { secureSocket } from '../signing/node/secure-socket.ts';
import { toConnectProblem } from '../signing/node/socket-problem.ts';

export type Probed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: HttpProblem };

/** One certificate on the way from the server's own to the authority. */
export interface ChainLink {
  readonly subject: string;
  readonly issuer: string;
  readonly validTo: string;
  readonly fingerprint: string;
}

export interface Handshake {
  readonly protocol: string;
  readonly chain: readonly ChainLink[];
  /** Null when this computer trusts the server; else the code that says why not. */
  readonly distrust: string | null;
}

/** The way to a server, one piece at a time. Nothing is ever sent to the server itself. */
export interface NetworkProbe {
  routes(address: string): Promise<Probed<readonly Route[]>>;
  addresses(host: string): Promise<Probed<readonly string[]>>;
  /** A TCP connection, through a proxy where the route says so. */
  open(target: Pick<Target, 'host' | 'port'>, route: Route): Promise<Probed<undefined>>;
  /** Looks at the certificates whether they are trusted or not. */
  handshake(target: Pick<Target, 'host' | 'port'>, route: Route): Promise<Probed<Handshake>>;
}

export interface NetworkProbeDeps {
  readonly proxyFor?: (address: string) => Promise<string>;
  readonly proxyCredentials?: AskProxyCredentials;
  /** What is trusted besides Node's defaults. */
  readonly secureContext?: () => SecureContext | undefined;
  /** What has to be known before a certificate is judged. */
  readonly ready?: () => Promise<void>;
  readonly limitMs?: number;
}

export function createNetworkProbe(deps: NetworkProbeDeps): NetworkProbe {
  const {
    proxyFor,
    proxyCredentials,
    secureContext = () => undefined,
    ready = async () => {},
    limitMs = 15_000,
  } = deps;
  const connectDeps = { proxyAccess: createProxyAccess(proxyCredentials), secureContext };

  const openTo = async ({ host, port }: Pick<Target, 'host' | 'port'>, route: Route): Promise<Duplex> => {
    if (route.kind === 'proxy' && route.secure) await ready();
    return connect({ host, port, secure: false }, route, connectDeps, limitMs);
  };

  return {
    async routes(address) {
      try {
        return { ok: true, value: parseProxyList((await proxyFor?.(address)) ?? '') };
      } catch (cause) {
        return {
          ok: false,
          problem: { kind: 'proxy-unreachable', details: 'The proxy settings cannot be read.', cause },
        };
      }
    },
    addresses: (host) =>
      probing(host, 'tcp', async () => (await lookup(host, { all: true })).map(({ address }) => address)),
    open: (target, route) =>
      probing(target.host, 'tcp', async () => {
        (await openTo(target, route)).destroy();
        return undefined;
      }),
    handshake: (target, route) =>
      probing(target.host, 'tls', async () => {
        await ready();
        return lookAt(await openTo(target, route), target.host, secureContext(), limitMs);
      }),
  };
}

async function probing<T>(host: string, phase: 'tcp' | 'tls', act: () => Promise<T>): Promise<Probed<T>> {
  try {
    return { ok: true, value: await act() };
  } catch (cause) {
    return { ok: false, problem: toConnectProblem(cause, host, phase) };
  }
}

async function lookAt(
  plain: Duplex,
  host: string,
  context: SecureContext | undefined,
  limitMs: number,
): Promise<Handshake> {
  // To see the certificates of whoever stands in between. The connection is closed before anything is sent.
  const socket = secureSocket({ socket: plain, host, context, trustedOnly: false });
  socket.on('error', () => undefined);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(limitMs) });
    const distrust = socket.authorized ? null : codeOf(socket.authorizationError);
    return { protocol: socket.getProtocol() ?? '', chain: chainOf(socket.getPeerCertificate(true)), distrust };
  } finally {
    socket.destroy();
    plain.destroy();
  }
}

/** The types promise an Error, but it may be the code alone. */
function codeOf(error: unknown): string {
  return typeof error === 'string' ? error : errorCode(error);
}

function nameOf(name: unknown): string {
  if (typeof name !== 'object' || name === null) return '';
  return Object.entries(name)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ');
}

const longestChain = 10;

function chainOf(first: DetailedPeerCertificate | undefined): readonly ChainLink[] {
  const chain: ChainLink[] = [];
  const seen = new Set<string>();
  // The last one names itself as its issuer.
  for (let link = first; link?.fingerprint256 && !seen.has(link.fingerprint256); link = link.issuerCertificate) {
    if (chain.length >= longestChain) break;
    seen.add(link.fingerprint256);
    chain.push({
      subject: nameOf(link.subject),
      issuer: nameOf(link.issuer),
      validTo: link.valid_to,
      fingerprint: link.fingerprint256,
    });
  }
  return chain;
}
