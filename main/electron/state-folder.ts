import { join } from 'node:path';

export interface Places {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly dataFolder: string;
  /** True when the data folder was chosen on the command line: everything then stays in it. */
  readonly portable: boolean;
}

/**
 * The folder for files that must stay on this computer and out of backups. Windows copies roaming profiles between
 * computers, and a restored backup sets the data folder back to an earlier day. On macOS, backups skip only the caches.
 */
export function stateFolder({ platform, env, home, dataFolder, portable }: Places): string {
  if (portable) return join(dataFolder, 'state');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? dataFolder, 'Countersign');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Countersign');
  return join(env['XDG_STATE_HOME'] ?? join(home, '.local', 'state'), 'countersign');
}
