import { realpathSync } from 'node:fs';
import { isInside } from '../files/is-inside.ts';

/**
 * Returns the AppImage that this app runs from. A program inherits the variables of an AppImage that started it, so
 * they are ours only if our own program is in the folder that they name.
 */
export function ownAppImage(env: Readonly<Record<string, string | undefined>>, program: string): string | undefined {
  const { APPIMAGE: image, APPDIR: folder } = env;
  if (!image || !folder) return undefined;
  try {
    return isInside(realpathSync(folder), realpathSync(program)) ? image : undefined;
  } catch {
    return undefined;
  }
}
