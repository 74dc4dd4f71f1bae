import { expect, test } from 'vitest';
import { isPortalRedirect } from './portal-redirect.ts';
import { wholeResponse } from './testing/fake-http.ts';

const START = 'https://sign.example/api/v1/documents/1/start';
const redirect = (location: string, status = 302, more: Record<string, string> = {}) =>
  isPortalRedirect(wholeResponse(status, new Uint8Array(), { location, ...more }), START);

test.each([
  ['to a page without TLS', 'http://guest.example/welcome?url=https%3A%2F%2Fsign.example'],
  ['to a private address', 'https://192.168.1.1/login'],
  ['to a private address, by another number', 'https://172.20.0.1:8443/cgi-bin/blockpage'],
  ['to a private address of IPv6', 'https://[fd00::1]/login'],
  ['to a name of this network', 'https://proxy/blocked'],
  ['to this computer, spelled as a whole name', 'https://localhost./blocked'],
  ['to a name that is always this computer', 'https://page.localhost/blocked'],
  ['to an address behind the router of the provider', 'https://100.64.1.1/blocked'],
  ['to a name of the office', 'https://webfilter.corp/blocked'],
])('a redirect to %s is from a portal', (_, location) => {
  expect(redirect(location)).toBe(true);
  expect(redirect(location, 307)).toBe(true);
  expect(redirect(location, 303)).toBe(false);
});

test.each([
  ['a proxy that names itself', { server: 'Zscaler/6.2' }],
  ['a proxy that names its error', { 'x-squid-error': 'ERR_ACCESS_DENIED 0' }],
])('a redirect with %s is from a portal', (_, headers) => {
  expect(redirect('https://gateway.example/blocked', 307, headers)).toBe(true);
});

test.each([
  ['to the sign-in of the service', 'https://id.example/auth'],
  ['to the same host', 'https://sign.example/maintenance'],
  ['to the same host without TLS', 'http://sign.example/login'],
  ['to the inner name of the service', 'http://app-01.internal:8080/api/v1/documents/2'],
  ['to a name that begins like a private address', 'https://10.0.0.1.example.com/login'],
  ['to a public address beside those', 'https://100.128.1.1/login'],
  ['to nowhere', ''],
  ['to no address', 'http://['],
])('a redirect to %s is not from a portal', (_, location) => {
  expect(redirect(location)).toBe(false);
});
