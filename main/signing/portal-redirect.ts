import type { HttpResponse } from './http-port.ts';

/** Proxies that answer themselves say who they are; one in front of the service passes its answers on without this. */
const ownHeaders = ['x-squid-error', 'proxy-connection'];
const proxies = /^(?:squid|blue ?coat|zscaler|mcafee web gateway|fortigate|websense|ironport)/i;

const local =
  /^(?:localhost|[^.:]+|.+\.(?:local|localdomain|lan|home|internal|intranet|corp|home\.arpa)|(?:(?:10|127)\.\d+|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+|\[(?:::1|f[cd].+|fe80:.+)\])$/;

const firstFolder = ({ pathname }: URL) => pathname.split('/')[1] ?? '';

/**
 * A redirect that a guest network or an office proxy gave in place of the service, which therefore did nothing. In doubt
 * it is not: a service may send elsewhere after it did what it was asked for, and 303 says just that.
 */
export function isPortalRedirect({ status, headers }: HttpResponse, asked: string): boolean {
  if (status < 300 || status > 399 || status === 303 || status === 304) return false;
  if (proxies.test(headers['server'] ?? '') || ownHeaders.some((name) => headers[name] !== undefined)) return true;
  const from = URL.parse(asked);
  const to = URL.parse(headers['location'] ?? '', asked);
  if (from === null || to === null || to.hostname === from.hostname) return false;
  // A service behind a gateway may name itself by its inner address.
  if (firstFolder(to) === firstFolder(from)) return false;
  const leavesTls = from.protocol === 'https:' && to.protocol === 'http:';
  return leavesTls || (local.test(to.hostname) && !local.test(from.hostname));
}
