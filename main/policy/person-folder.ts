import { isAbsolute, join } from 'node:path';

/** Accepts `~/Signed`, or a path from the root. Anything else would depend on where the app was started. */
export const isWholePath = (path: string): boolean => /^~[\\/]/.test(path) || isAbsolute(path);

/** Returns this person's folder for one of the policy, and the folder that must exist before we make ours in it. */
export function personFolder(path: string, home: string): { readonly folder: string; readonly createBelow: string } {
  if (!path.startsWith('~')) return { folder: path, createBelow: path };
  return { folder: join(home, path.slice(2)), createBelow: home };
}
