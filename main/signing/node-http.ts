import { readFileSync } from 'node:fs';
import { getCACertificates, type SecureContext } from 'node:tls';
import { trustedAddress } from './address.ts';
import type { HttpPort, HttpProblem, HttpRequest, TimeLimits, Verdict } from './http-port.ts';
import type { Target } from './node/connect.ts';
import { Connections } from './node/connections.ts';
import { exchange } from './node/exchange.ts';
import { type AskProxyCredentials, createProxyAccess } from './node/proxy-access.ts';
import { bareHost, parseProxyList, type Route, routeName } from './node/proxy-list.ts';
import { contextTrusting } from './node/secure-socket.ts';
import { ConnectFailure } from './node/socket-problem.ts';

export interface NodeHttpDeps {
  /** Asks the proxy script, which answers like "PROXY a:8080; DIRECT". Without it, every route is direct. */
  readonly proxyFor?: (url: string) => Promise<string>;
  readonly proxyCredentials?: AskProxyCredentials;
  /** A PEM file of certificate authorities to trust besides the system's. */
  readonly extraCaFile?: string;
  /** Allows plain http to this computer, for the practice service. Off by default. */
  readonly allowLoopback?: boolean;
  readonly limits?: Partial<TimeLimits>;
}

export interface NodeHttp extends HttpPort {
  close(): void;
}

const defaults: TimeLimits = {
  connectMs: 15_000,
  headersMs: 60_000,
  bodyMs: 120_000,
  idleMs: 60_000,
  // Services and proxies close unused connections after five seconds or more. We close them earlier: a request written
  // into a closed connection has an unclear outcome.
  restMs: 4_000,
};
/** The time for which a proxy that could not be reached is tried last. */
const SHUNNED_MS = 5 * 60_000;

/** Implements the HTTP port with Node's own sockets. It sends a request once and knows which bytes have left. */
export function createNodeHttp(deps: NodeHttpDeps = {}): NodeHttp {
  const { allowLoopback = false } = deps;
  const limits = { ...defaults, ...deps.limits };
  const proxyAccess = createProxyAccess(deps.proxyCredentials);
  const pools = new Map<string, Connections>();
  const shunnedUntil = new Map<string, number>();
  const secureContext = lazy(() => contextWith(deps.extraCaFile));

  const pool = (target: Target, route: Route): Connections => {
    const name = `${target.secure ? 'https' : 'http'} ${target.host} ${target.port} ${routeName(route)}`;
    const known = pools.get(name);
    if (known !== undefined) return known;
    const made = new Connections(target, route, { proxyAccess, secureContext, limits });
    pools.set(name, made);
    return made;
  };

  const routesFor = async (url: URL): Promise<readonly Route[]> => {
    const routes = parseProxyList((await deps.proxyFor?.(url.href)) ?? '');
    const now = performance.now();
    const shunned = (route: Route) => (shunnedUntil.get(routeName(route)) ?? 0) > now;
    return [...routes.filter((route) => !shunned(route)), ...routes.filter(shunned)];
  };

  const sendByFirstOpenRoute = async (routes: readonly Route[], url: URL, request: HttpRequest): Promise<Verdict> => {
    const target = targetOf(url);
    let verdict: Verdict = {
      kind: 'notSent',
      problem: { kind: 'proxy-unsupported', details: 'No route to the service.' },
    };
    for (const route of routes) {
      verdict = await exchange({
        url,
        agent: pool(target, route),
        request,
        limits: { ...limits, ...request.limits },
      });
      // Try the next route only after a dead proxy. After any other failure, another proxy would hide the cause.
      if (verdict.kind !== 'notSent' || !anotherRouteMayHelp(verdict.problem)) break;
      shunnedUntil.set(routeName(route), performance.now() + SHUNNED_MS);
    }
    return verdict;
  };

  return {
    async send(request) {
      const url = trustedAddress(request.url, { allowLoopback });
      if (url === null) return notSent('bad-address', 'Not an https address.');
      let routes: readonly Route[];
      try {
        routes = await routesFor(url);
      } catch (cause) {
        return notSent('proxy-unreachable', 'The proxy settings of this computer cannot be read.', cause);
      }
      return sendByFirstOpenRoute(routes, url, request);
    },
    close() {
      for (const connections of pools.values()) connections.destroy();
      pools.clear();
    },
  };
}

function anotherRouteMayHelp(problem: HttpProblem): boolean {
  return problem.kind === 'proxy-unreachable' || problem.kind === 'proxy-unsupported';
}

function notSent(kind: HttpProblem['kind'], details: string, cause?: unknown): Verdict {
  return { kind: 'notSent', problem: { kind, details, ...(cause === undefined ? {} : { cause }) } };
}

function targetOf(url: URL): Target {
  const secure = url.protocol === 'https:';
  const standard = secure ? 443 : 80;
  return { secure, host: bareHost(url.hostname), port: url.port === '' ? standard : Number(url.port) };
}

/**
 * Returns undefined without an extra file. Node then uses the default context, which follows
 * `tls.setDefaultCACertificates`.
 */
export function contextWith(extraCaFile: string | undefined): SecureContext | undefined {
  if (extraCaFile === undefined) return undefined;
  try {
    return contextTrusting([...getCACertificates('default'), readFileSync(extraCaFile, 'utf8')]);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : 'unknown';
    const details = `The file of additional certificates cannot be used: ${said}`;
    throw new ConnectFailure({ kind: 'certificate', details, cause });
  }
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
