import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules', 'electron');

/** The real Electron binary where it has been downloaded, else null. */
export function electronBinary(): string | null {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
}

/** Downloads it on first use; null where that is not possible (no network, or a host that is not reachable). */
export function fetchElectron(): string | null {
  const present = electronBinary();
  if (present) return present;
  spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: 300_000 });
  return electronBinary();
}
