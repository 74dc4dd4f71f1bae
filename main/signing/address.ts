/** Plain http is for a practice service on this computer alone. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** An address that secrets and documents may be sent to, or null. */
export function trustedAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url;
  return null;
}

/** `base` and `path` with exactly one slash between them. */
export function joined(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}
