import type { HttpResponse } from './http-port.ts';

/** A proxy names itself in an answer of its own. When it passes on the service's answer, these are absent. */
const headersOfProxies = ['x-squid-error', 'proxy-connection'];
const serverNamesOfProxies = /^(?:squid|blue ?coat|zscaler|mcafee web gateway|fortigate|websense|ironport)/i;

const localHost =
  /^(?:[^.:]+|.+\.(?:localhost|local|localdomain|lan|home|internal|intranet|corp|home\.arpa)|(?:(?:0|10|127)\.\d+|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d+\.\d+|\[(?:::1?|::ffff:.+|f[cd].+|fe80:.+)\])$/;

/** Tells whether an address is of this computer or of its own network. */
export const isLocalHost = ({ hostname }: URL): boolean => localHost.test(hostname.replace(/\.$/, ''));

const firstFolder = ({ pathname }: URL) => pathname.split('/')[1] ?? '';

/**
 * Tells whether a guest network or an office proxy sent the redirect, so that the service did nothing. False in doubt:
 * a service may redirect after it carried the request out, which is what 303 means.
 */
export function isPortalRedirect({ status, headers }: HttpResponse, asked: string): boolean {
  if (status < 300 || status > 399 || status === 303 || status === 304) return false;
  if (
    serverNamesOfProxies.test(headers['server'] ?? '') ||
    headersOfProxies.some((name) => headers[name] !== undefined)
  )
    return true;
  const from = URL.parse(asked);
  const to = URL.parse(headers['location'] ?? '', asked);
  if (from === null || to === null || to.hostname === from.hostname) return false;
  // A service behind a gateway may redirect to its own internal address.
  if (firstFolder(to) === firstFolder(from)) return false;
  const leavesTls = from.protocol === 'https:' && to.protocol === 'http:';
  return leavesTls || (isLocalHost(to) && !isLocalHost(from));
}
