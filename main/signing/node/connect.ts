import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type Socket, connect as tcpConnect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type { ProxyAccess } from './proxy-access.ts';
import { type Proxy, type Route, routeName } from './proxy-list.ts';
import { secureSocket } from './secure-socket.ts';
import { ConnectFailure, toConnectProblem } from './socket-problem.ts';

export interface Target {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
}

export interface ConnectDeps {
  readonly proxyAccess: ProxyAccess;
  readonly secureContext: () => SecureContext | undefined;
}

/** Time for each address of a name that has several. Node's 250 ms are too short on slow lines. */
const ADDRESS_MS = 1_000;

/**
 * Opens a socket that is ready for the first byte of a request: proxy and TLS are done. Rejects with a ConnectFailure,
 * which always means that no byte of the request has left.
 */
export async function connect(target: Target, route: Route, deps: ConnectDeps, limitMs: number): Promise<Duplex> {
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), limitMs);
  try {
    return await establish(target, route, deps, timeUp.signal);
  } catch (cause) {
    if (cause instanceof ConnectFailure && !timeUp.signal.aborted) throw cause;
    if (!timeUp.signal.aborted) throw new ConnectFailure(toConnectProblem(cause, target.host, 'tcp'));
    throw new ConnectFailure({
      kind: route.kind === 'proxy' ? 'proxy-unreachable' : 'connect-timeout',
      details: `${route.kind === 'proxy' ? routeName(route) : target.host}: no connection within ${limitMs / 1000} s`,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function establish(target: Target, route: Route, deps: ConnectDeps, signal: AbortSignal): Promise<Duplex> {
  if (route.kind === 'unsupported') {
    const details = `This kind of proxy is not supported: ${route.text}`;
    throw new ConnectFailure({ kind: 'proxy-unsupported', details });
  }
  const plain = route.kind === 'direct' ? await openTcp(target, signal) : await openTunnel(target, route, deps, signal);
  return target.secure ? startTls(plain, target.host, deps, signal) : plain;
}

async function openTcp({ host, port }: Pick<Target, 'host' | 'port'>, signal: AbortSignal): Promise<Socket> {
  const socket = tcpConnect({ host, port, noDelay: true, autoSelectFamilyAttemptTimeout: ADDRESS_MS });
  await waitFor(socket, 'connect', signal, (cause) => toConnectProblem(cause, host, 'tcp'));
  return socket;
}

async function startTls(socket: Duplex, host: string, deps: ConnectDeps, signal: AbortSignal): Promise<Duplex> {
  const secure = secureSocket({ socket, host, context: deps.secureContext(), trustedOnly: true });
  await waitFor(secure, 'secureConnect', signal, (cause) => toConnectProblem(cause, host, 'tls'));
  return secure;
}

async function waitFor(
  socket: Duplex,
  event: string,
  signal: AbortSignal,
  problem: (cause: unknown) => ConnectFailure['problem'],
): Promise<void> {
  // Without a listener, an error after we stopped waiting would end the process.
  socket.on('error', () => {});
  try {
    await once(socket, event, { signal });
  } catch (cause) {
    socket.destroy();
    throw new ConnectFailure(problem(cause));
  }
}

async function openTunnel(
  target: Target,
  proxy: Proxy & Route,
  deps: ConnectDeps,
  signal: AbortSignal,
): Promise<Duplex> {
  let authorization = deps.proxyAccess.known(proxy);
  for (;;) {
    const socket = await reachProxy(proxy, deps, signal);
    const answer = await askForTunnel(socket, target, proxy, authorization, signal);
    if (answer.status >= 200 && answer.status < 300) return socket;
    socket.destroy();
    if (answer.status !== 407) {
      const details = `${routeName(proxy)} refused the connection to ${target.host}:${target.port}: HTTP ${answer.status} ${answer.text}`;
      throw new ConnectFailure({ kind: 'proxy-refused', details });
    }
    // Send credentials to a proxy only after it asked for them, and each pair only once.
    const next = await deps.proxyAccess.answer(proxy, answer.challenge, authorization);
    if (next.kind === 'failed') throw new ConnectFailure(next.problem);
    authorization = next.authorization;
  }
}

async function reachProxy(proxy: Proxy & Route, deps: ConnectDeps, signal: AbortSignal): Promise<Duplex> {
  try {
    const socket = await openTcp(proxy, signal);
    return proxy.secure ? await startTls(socket, proxy.host, deps, signal) : socket;
  } catch (cause) {
    const problem = toConnectProblem(cause, proxy.host, 'tcp');
    throw problem.kind === 'certificate'
      ? cause
      : new ConnectFailure({
          ...problem,
          kind: 'proxy-unreachable',
          details: `${routeName(proxy)}: ${problem.details}`,
        });
  }
}

interface TunnelAnswer {
  readonly status: number;
  readonly text: string;
  readonly challenge: string;
}

async function askForTunnel(
  socket: Duplex,
  target: Target,
  proxy: Proxy & Route,
  authorization: string | null,
  signal: AbortSignal,
): Promise<TunnelAnswer> {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const path = `${host}:${target.port}`;
  const request = httpRequest({
    method: 'CONNECT',
    path,
    headers: {
      Host: path,
      Connection: 'keep-alive',
      ...(authorization === null ? {} : { 'Proxy-Authorization': authorization }),
    },
    createConnection: () => socket,
    insecureHTTPParser: false,
  });
  const answered = Promise.withResolvers<TunnelAnswer>();
  request.once('connect', (response, _, early) => {
    if (early.length > 0) socket.unshift(early);
    answered.resolve({
      status: response.statusCode ?? 0,
      text: response.statusMessage ?? '',
      challenge: response.headers['proxy-authenticate']?.toString() ?? '',
    });
  });
  const lost = (cause?: unknown) => {
    const said = cause instanceof Error ? cause.message : 'the connection was closed';
    const details = `${routeName(proxy)}: ${said}`;
    answered.reject(new ConnectFailure({ kind: 'proxy-unreachable', details, cause }));
  };
  request.once('error', lost);
  request.once('close', lost);
  const giveUp = () => socket.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  request.end();
  try {
    return await answered.promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
