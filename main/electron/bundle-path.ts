import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * Returns the file for an `app://bundle/…` address, or null for an address that leaves the bundle. The path is decoded
 * once: a percent sign, backslash or colon that remains is an attack, with double encoding, a drive or a file stream.
 */
export function bundlePath(root: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'app:' || url.hostname !== 'bundle' || url.username !== '' || url.port !== '') return null;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (/[\0\\:%]/.test(path) || path.split('/').includes('..')) return null;
  if (path !== '/' && path.endsWith('/')) return null;
  const file = join(root, path === '/' ? 'index.html' : path);
  const inside = relative(root, file);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null;
  return file;
}
