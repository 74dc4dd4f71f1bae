import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Places {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly dataFolder: string;
  /** Whether the data folder was chosen on the command line. */
  readonly portable: boolean;
}

/**
 * Returns the folder for files that must stay on this computer and out of backups. Windows copies roaming profiles
 * between computers, and a restored backup sets the data folder back to an earlier day. On macOS, backups skip only the
 * caches.
 */
export function stateFolder(places: Places): string {
  const own = systemFolder(places);
  // Restoring or copying such a folder must not bring its witness along. At another path it has none.
  return places.portable ? join(own, 'folders', nameOf(places.dataFolder)) : own;
}

function systemFolder({ platform, env, home }: Places): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Countersign');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Countersign');
  return join(env['XDG_STATE_HOME'] ?? join(home, '.local', 'state'), 'countersign');
}

/**
 * Returns one name for all paths that lead to the folder: links, and other letters where the system ignores their case.
 */
export function nameOf(folder: string): string {
  return createHash('sha256').update(realPath(folder)).digest('hex').slice(0, 32);
}

function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // It cannot be reached, so no journal is opened there either.
    return resolve(folder);
  }
}
