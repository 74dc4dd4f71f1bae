import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Keychain, keychainName } from './keychain.ts';

/**
 * A keychain with entries of its own for a data folder that was chosen on the command line. The same connection has the
 * same id in every folder, so signing out in one would end the sign-in of another. The prefix lies in the folder: it
 * stays when the folder is moved and when its journal is lost.
 */
export function keychainOfFolder(keychain: Keychain, dataFolder: string): Keychain {
  const prefix = prefixOf(dataFolder);
  if (prefix === null) return keychain;
  const own = (name: string) => keychainName(`${prefix}.${name}`);
  return {
    get: (name) => keychain.get(own(name)),
    set: (name, secret) => keychain.set(own(name), secret),
    delete: (name) => keychain.delete(own(name)),
    check: () => keychain.check(),
  };
}

/** Null: the folder is older than its own entries, and its secrets are among the shared ones. */
function prefixOf(dataFolder: string): string | null {
  const file = join(dataFolder, 'keychain-prefix');
  if (!existsSync(file)) {
    if (existsSync(join(dataFolder, 'journal.sqlite'))) return null;
    writeFileSync(file, randomBytes(8).toString('hex'), { flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
