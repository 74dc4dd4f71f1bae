import type { Failure } from '../signing/failure.ts';
import type { HttpProblem } from '../signing/http-port.ts';
import { bareHost, type Route, routeName } from '../signing/node/proxy-list.ts';
import type { Distrust, Steps } from './diagnosis-step.ts';
import type { ChainLink, Handshake, NetworkProbe, Probed } from './network-probe.ts';

/** Diagnoses proxy, name, TCP and TLS to one server. True when all of them work. */
export async function diagnoseNetwork(address: string, probe: NetworkProbe, steps: Steps): Promise<boolean> {
  const url = new URL(address);
  const secure = url.protocol === 'https:';
  const target = { host: bareHost(url.hostname), port: Number(url.port || (secure ? 443 : 80)) };

  const routes = await steps.take('proxy', url.host, async () => answerOf(await probe.routes(address)), factsOfRoutes);
  if (!routes) return false;
  // With a proxy, the proxy looks up the server's name, so this computer need not know it.
  if (routes.value.every(({ kind }) => kind === 'direct')) {
    const lookUp = async () => answerOf(await probe.addresses(target.host));
    if (!(await steps.take('name', url.host, lookUp, (addresses) => addresses))) return false;
  } else steps.skip('name', url.host);
  const open = () => findOpenRoute(probe, target, routes.value);
  const route = await steps.take(
    'tcp',
    url.host,
    async () => answerOf(await open()),
    (used) => [routeName(used)],
  );
  if (!route) return false;
  if (!secure) {
    steps.skip('tls', url.host);
    return true;
  }
  const shake = async () => requireTrust(target.host, await probe.handshake(target, route.value));
  return (await steps.take('tls', url.host, shake, factsOfHandshake)) !== null;
}

/** Tries the next route only after a dead proxy, as node-http.ts does when it sends. */
async function findOpenRoute(
  probe: NetworkProbe,
  target: { readonly host: string; readonly port: number },
  routes: readonly Route[],
): Promise<Probed<Route>> {
  let answer: Probed<Route> = {
    ok: false,
    problem: { kind: 'proxy-unsupported', details: 'No route to the service.' },
  };
  for (const route of routes) {
    const opened = await probe.open(target, route);
    answer = opened.ok ? { ok: true, value: route } : opened;
    if (answer.ok || !/^proxy-un(?:reachable|supported)$/.test(answer.problem.kind)) break;
  }
  return answer;
}

function requireTrust(host: string, seen: Probed<Handshake>) {
  if (!seen.ok || seen.value.distrust === null) return answerOf(seen);
  const { distrust } = seen.value;
  const failure = failureOf({ kind: 'certificate', details: `${host}: ${distrust}` });
  return { ok: false as const, failure, facts: factsOfHandshake(seen.value), distrust: distrustOf(distrust) };
}

function answerOf<T>(probed: Probed<T>) {
  return probed.ok ? probed : { ok: false as const, failure: failureOf(probed.problem) };
}

function failureOf({ kind, details, cause }: HttpProblem): Failure {
  return { kind, certainty: 'never-sent', details, ...(cause === undefined ? {} : { cause }) };
}

function factsOfRoutes(routes: readonly Route[]): readonly string[] {
  return routes.map(routeName);
}

function factsOfHandshake({ protocol, chain }: Handshake): readonly string[] {
  return [protocol, ...chain.map(factOfLink)];
}

function factOfLink({ subject, issuer, validTo, fingerprint }: ChainLink): string {
  return `${subject} · issued by ${issuer} · valid to ${validTo} · SHA-256 ${fingerprint}`;
}

function distrustOf(code: string): Distrust {
  if (code === 'CERT_HAS_EXPIRED') return 'expired';
  if (code === 'CERT_NOT_YET_VALID') return 'not-yet-valid';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') return 'other-name';
  return /SELF_SIGNED|UNABLE_TO|UNTRUSTED/.test(code) ? 'unknown-authority' : 'other';
}
