export interface AddressRules {
  /** Plain http to this very machine: for development and the practice service, never in what people install. */
  readonly allowLoopback: boolean;
}

/** Nobody can listen in on the way: https, or where that is allowed http that never leaves this computer. */
export function isSafeAddress({ protocol, hostname }: URL, { allowLoopback }: AddressRules): boolean {
  if (protocol === 'https:') return true;
  return allowLoopback && protocol === 'http:' && /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/** An address that secrets and documents may be sent to, or null. */
export function trustedAddress(text: string, rules: AddressRules): URL | null {
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return isSafeAddress(url, rules) ? url : null;
}

/** `base` and `path` with exactly one slash between them. */
export function joined(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}
