import { join } from 'node:path';

export interface Places {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly dataFolder: string;
  /** The data folder was chosen on the command line: everything stays in it. */
  readonly portable: boolean;
}

/**
 * Where this computer keeps what must not travel with the data: Windows profiles roam between computers, and a backup puts
 * the data folder back to an earlier day. On macOS only the caches are left out of backups.
 */
export function stateFolder({ platform, env, home, dataFolder, portable }: Places): string {
  if (portable) return join(dataFolder, 'state');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? dataFolder, 'Countersign');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Countersign');
  return join(env['XDG_STATE_HOME'] ?? join(home, '.local', 'state'), 'countersign');
}
