import type { HttpProblem } from '../http-port.ts';
import type { Secret } from '../secret.ts';
import { type Proxy, type Route, routeName } from './proxy-list.ts';

export interface ProxyCredentials {
  readonly username: string;
  readonly password: Secret;
}

/** Asks for the credentials that a proxy wants. Null when the person has entered none. */
export type AskProxyCredentials = (proxy: Proxy & Route) => Promise<ProxyCredentials | null>;

type ProxyAnswer =
  | { readonly kind: 'try'; readonly authorization: string }
  | { readonly kind: 'failed'; readonly problem: HttpProblem };

export function createProxyAccess(ask: AskProxyCredentials | undefined) {
  const accepted = new Map<string, string>();

  const refused = (proxy: Proxy & Route, kind: HttpProblem['kind'], why: string): ProxyAnswer => {
    accepted.delete(routeName(proxy));
    return { kind: 'failed', problem: { kind, details: `${routeName(proxy)}: ${why}` } };
  };

  return {
    /** Returns the authorization that the proxy asked for before, to send it at once, or null. */
    known: (proxy: Proxy & Route): string | null => accepted.get(routeName(proxy)) ?? null,
    /** Answers a 407. `sent` is the authorization that the refused request had, if any. */
    async answer(proxy: Proxy & Route, challenge: string, sent: string | null): Promise<ProxyAnswer> {
      if (challenge !== '' && !/\bbasic\b/i.test(challenge)) {
        return refused(
          proxy,
          'proxy-unsupported',
          `the proxy asks for a sign-in that is not supported: ${challenge.slice(0, 200)}`,
        );
      }
      const credentials = (await ask?.(proxy)) ?? null;
      if (credentials === null)
        return refused(proxy, 'proxy-credentials', 'the proxy asks for a user name and password');
      const pair = `${credentials.username}:${credentials.password.reveal()}`;
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      if (authorization === sent)
        return refused(proxy, 'proxy-credentials', 'the proxy refused the user name or password');
      accepted.set(routeName(proxy), authorization);
      return { kind: 'try', authorization };
    },
  };
}

export type ProxyAccess = ReturnType<typeof createProxyAccess>;
