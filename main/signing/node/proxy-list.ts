export interface Proxy {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
}

/** One way to the service: direct, or through a proxy. */
export type Route =
  | { readonly kind: 'direct' }
  | ({ readonly kind: 'proxy' } & Proxy)
  | { readonly kind: 'unsupported'; readonly text: string };

/** Parses the answer of a proxy script, such as "PROXY a:8080; HTTPS b; DIRECT". */
export function parseProxyList(list: string): readonly Route[] {
  const routes = list
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(routeOf);
  return routes.length === 0 ? [{ kind: 'direct' }] : routes;
}

function routeOf(entry: string): Route {
  const [type = '', address = ''] = entry.split(/\s+/);
  if (/^direct$/i.test(type)) return { kind: 'direct' };
  const secure = /^https$/i.test(type);
  if (!secure && !/^(?:proxy|http)$/i.test(type)) return { kind: 'unsupported', text: entry.slice(0, 200) };
  // URL drops port 80, so `url.port` is empty both for an explicit 80 and for no port.
  const url = URL.parse(`http://${address}`);
  if (url === null || url.hostname === '') return { kind: 'unsupported', text: entry.slice(0, 200) };
  const explicit = address.endsWith(':80') ? 80 : Number(url.port);
  return { kind: 'proxy', secure, host: bareHost(url.hostname), port: explicit === 0 ? (secure ? 443 : 80) : explicit };
}

export function routeName(route: Route): string {
  if (route.kind === 'proxy') return `${route.secure ? 'https' : 'http'}://${route.host}:${route.port}`;
  return route.kind === 'direct' ? 'direct' : route.text;
}

/** Removes the brackets of an IPv6 address: sockets take it without. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
