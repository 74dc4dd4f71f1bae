import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { keepToOwner } from '../files/own-folder.ts';
import type { Ports } from './ports.ts';

const idFiles = ['/etc/machine-id', '/var/lib/dbus/machine-id'] as const;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
};

/**
 * Returns a lasting name of this computer: homes may be on servers, or synchronised with all that is in them. On
 * Windows the folder for state is one that the system leaves on the computer. A Mac is named in `main/electron`.
 */
function thisMachine(): string | null {
  if (process.platform !== 'linux') return null;
  return idFiles.map(textOf).find((id) => id !== '') ?? hostname();
}

/**
 * Returns the part of the state folder that belongs to this computer. The first computer has the folder itself; each
 * other one that shares it has a part of its own. Otherwise two computers of one home would share one identity: both
 * would continue with the same documents, and take the same files of a watched folder.
 */
export function ownStateFolder({
  stateFolder,
  machine = thisMachine(),
}: Pick<Ports, 'stateFolder' | 'machine'>): string {
  if (machine === null) return stateFolder;
  // The id of a computer is its secret, so the folder shows a hash.
  const name = createHash('sha256').update(`countersign ${machine}`).digest('hex').slice(0, 32);
  const file = join(stateFolder, 'machine');
  keepToOwner(stateFolder);
  try {
    writeFileSync(file, name, { mode: 0o600, flag: 'wx' });
  } catch {
    // It is there already, or the disk takes none.
  }
  // A name that cannot be read, or was cut short by a power cut, is not ours: what is held needs a person, and is safe.
  return textOf(file) === name || !existsSync(file) ? stateFolder : join(stateFolder, 'machines', name);
}
