export interface AddressRules {
  /** Allows plain http to this computer, for the practice service in development. Never set in the installed app. */
  readonly allowLoopback: boolean;
}

/** Allows https. With `allowLoopback` also http to this computer, which nobody on the network can read. */
export function isSafeAddress({ protocol, hostname }: URL, { allowLoopback }: AddressRules): boolean {
  if (protocol === 'https:') return true;
  return allowLoopback && protocol === 'http:' && /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/** Parses an address that secrets and documents may be sent to. Null when it is not safe. */
export function trustedAddress(text: string, rules: AddressRules): URL | null {
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return isSafeAddress(url, rules) ? url : null;
}

/** Joins `base` and `path` with exactly one slash. */
export function joinAddress(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}
