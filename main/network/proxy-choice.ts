import type { ProxyChoice } from '../../preload/contract/network.ts';
import { parseProxyList, routeName } from '../signing/node/proxy-list.ts';

/** An address of a proxy as people write it: with or without `http://` or `https://`, and nothing after the port. */
const addressPattern = /^(?:(https?):\/\/)?([^\s/@?#]+)\/?$/i;

/** Writes an address in the form of a proxy script's answer. Null if the text is no address of a proxy. */
export function proxyEntry(address: string): string | null {
  const [, scheme = 'http', place = ''] = addressPattern.exec(address.trim()) ?? [];
  if (place === '') return null;
  const entry = `${scheme.toLowerCase() === 'https' ? 'HTTPS' : 'PROXY'} ${place}`;
  const [route, ...others] = parseProxyList(entry);
  return route?.kind === 'proxy' && others.length === 0 ? entry : null;
}

/** Returns the name of a proxy by its address: scheme, host and port. Null if the text is no address of a proxy. */
export function proxyName(address: string): string | null {
  const entry = proxyEntry(address);
  const [route] = entry === null ? [] : parseProxyList(entry);
  return route === undefined ? null : routeName(route);
}

const thisComputer = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Answers like a proxy script, by the person's choice. This computer itself is never behind a proxy. */
export async function proxiesFor(
  choice: ProxyChoice,
  address: string,
  askSystem: (address: string) => Promise<string>,
): Promise<string> {
  if (choice.mode === 'system') return askSystem(address);
  if (choice.mode === 'none' || thisComputer.test(URL.parse(address)?.hostname ?? '')) return 'DIRECT';
  // Never go around a proxy that was chosen, even when its stored address is damaged.
  return proxyEntry(choice.address) ?? `UNUSABLE ${choice.address.replaceAll(';', ' ')}`;
}
