import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { DetailedPeerCertificate, SecureContext } from 'node:tls';
import { errorCode } from '../files/error-code.ts';
import type { HttpProblem } from '../signing/http-port.ts';
import { connect, type Target } from '../signing/node/connect.ts';
import { type AskProxyCredentials, createProxyAccess } from '../signing/node/proxy-access.ts';
import { parseProxyList, type Route } from '../signing/node/proxy-list.ts';
import { secureSocket } from '../signing/node/secure-socket.ts';
import { toConnectProblem } from '../signing/node/socket-problem.ts';

export type Probed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: HttpProblem };

/** One certificate of the chain from the server to the authority. */
export interface ChainLink {
  readonly subject: string;
  readonly issuer: string;
  readonly validTo: string;
  readonly fingerprint: string;
}

export interface Handshake {
  readonly protocol: string;
  readonly chain: readonly ChainLink[];
  /** Node's error code if this computer does not trust the server, or null. */
  readonly distrust: string | null;
}

type Server = Pick<Target, 'host' | 'port'>;

export interface NetworkProbeDeps {
  readonly proxyFor?: (address: string) => Promise<string>;
  readonly proxyCredentials?: AskProxyCredentials;
  /** Returns a context that trusts more than Node's default authorities. */
  readonly secureContext?: () => SecureContext | undefined;
  /** Loads the system's certificates before TLS. */
  readonly ready?: () => Promise<void>;
  /** Removes secrets from the answer of a proxy. */
  readonly redact?: (text: string) => string;
  readonly limitMs?: number;
  /** Ends the wait for a server's part of the handshake. */
  readonly silenceEnd?: () => AbortSignal;
}

/** Tests the route to a server step by step. Never sends a request to the server itself. */
export function createNetworkProbe(deps: NetworkProbeDeps) {
  const {
    proxyFor,
    proxyCredentials,
    secureContext = () => undefined,
    ready = async () => {},
    redact = (text) => text,
    limitMs = 15_000,
    silenceEnd = () => AbortSignal.timeout(limitMs),
  } = deps;
  const connectDeps = { proxyAccess: createProxyAccess(proxyCredentials), secureContext };

  const openTo = async ({ host, port }: Server, route: Route): Promise<Duplex> => {
    if (route.kind === 'proxy' && route.secure) await ready();
    return connect({ host, port, secure: false }, route, connectDeps, limitMs);
  };

  async function toProbed<T>(host: string, phase: 'tcp' | 'tls', act: () => Promise<T>): Promise<Probed<T>> {
    try {
      return { ok: true, value: await act() };
    } catch (cause) {
      const problem = toConnectProblem(cause, host, phase);
      return { ok: false, problem: { ...problem, details: redact(problem.details) } };
    }
  }

  return {
    async routes(address: string): Promise<Probed<readonly Route[]>> {
      try {
        return { ok: true, value: parseProxyList((await proxyFor?.(address)) ?? '') };
      } catch (cause) {
        return {
          ok: false,
          problem: { kind: 'proxy-unreachable', details: 'The proxy settings cannot be read.', cause },
        };
      }
    },
    addresses: (host: string): Promise<Probed<readonly string[]>> =>
      toProbed(host, 'tcp', async () => (await lookup(host, { all: true })).map(({ address }) => address)),
    /** Opens and closes a TCP connection, through a proxy if the route has one. */
    open: (target: Server, route: Route): Promise<Probed<undefined>> =>
      toProbed(target.host, 'tcp', async () => {
        (await openTo(target, route)).destroy();
        return undefined;
      }),
    /** Reads the server's certificates, trusted or not. */
    handshake: (target: Server, route: Route): Promise<Probed<Handshake>> =>
      toProbed(target.host, 'tls', async () => {
        await ready();
        return readHandshake(await openTo(target, route), target.host, secureContext(), silenceEnd());
      }),
  };
}

export type NetworkProbe = ReturnType<typeof createNetworkProbe>;

async function readHandshake(
  plain: Duplex,
  host: string,
  context: SecureContext | undefined,
  signal: AbortSignal,
): Promise<Handshake> {
  // Accept any certificate, to see who decrypts the connection. We close the connection without sending anything.
  const socket = secureSocket({ socket: plain, host, context, trustedOnly: false });
  socket.on('error', () => undefined);
  try {
    await once(socket, 'secureConnect', { signal });
    const distrust = socket.authorized ? null : codeOf(socket.authorizationError);
    return { protocol: socket.getProtocol() ?? '', chain: chainOf(socket.getPeerCertificate(true)), distrust };
  } finally {
    socket.destroy();
    plain.destroy();
  }
}

/** Returns the code of an error. Node's types promise an Error, but some errors are only the code as a string. */
function codeOf(error: unknown): string {
  return typeof error === 'string' ? error : errorCode(error);
}

function nameOf(name: unknown): string {
  if (typeof name !== 'object' || name === null) return '';
  return Object.entries(name)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ');
}

const maxChainLength = 10;

function chainOf(first: DetailedPeerCertificate | undefined): readonly ChainLink[] {
  const chain: ChainLink[] = [];
  const seen = new Set<string>();
  // A root certificate is its own issuer, so stop at a certificate we have seen.
  for (let link = first; link?.fingerprint256 && !seen.has(link.fingerprint256); link = link.issuerCertificate) {
    if (chain.length >= maxChainLength) break;
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
