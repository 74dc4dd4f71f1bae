import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runDownload } from './electron-download.ts';

const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules');
const folder = join(packages, 'electron');
/** Lies inside node_modules, so that a new installation of the packages also removes the note of a failure. */
const own = join(packages, '.countersign-electron');

/** The real Electron binary. Null: not downloaded. */
export function electronBinary(): string | null {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
}

const dayMs = 24 * 60 * 60_000;
const failure = z.object({ at: z.number() });

/** The time of a failed download within the last day. Null: none. */
export function failedAt(file: string, now: number): number | null {
  try {
    const { at } = failure.parse(JSON.parse(readFileSync(file, 'utf8')));
    return Math.abs(now - at) < dayMs ? at : null;
  } catch {
    return null;
  }
}

/** Does the download server answer? */
async function reachable(patience: AbortSignal): Promise<boolean> {
  const { env } = process;
  // The download has its own proxy, which this request would not use.
  if (env['ELECTRON_GET_USE_PROXY'] !== undefined) return true;
  const place = env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? 'https://github.com';
  try {
    await fetch(place, { method: 'HEAD', redirect: 'manual', signal: patience });
    return true;
  } catch {
    return false;
  }
}

/**
 * Downloads Electron on first use. Null: not possible (no network, or the host cannot be reached). After a failure it
 * does not try again for a day.
 */
export async function fetchElectron(retry: boolean, say: (line: string) => void): Promise<string | null> {
  const present = electronBinary();
  if (present) return present;
  const memory = join(own, 'failed.json');
  const again = 'It is tried again after a day, or with: npm start -- --retry-electron';
  const failed = retry ? null : failedAt(memory, Date.now());
  if (failed !== null) {
    say(`Electron could not be downloaded at ${new Date(failed).toLocaleString()}. ${again}`);
    return null;
  }
  say('Downloading Electron (once)…');
  const temporary = join(own, 'download');
  mkdirSync(temporary, { recursive: true });
  await runDownload({
    command: [process.execPath, join(folder, 'install.js')],
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    folders: [temporary, join(folder, 'dist')],
    reachable,
    patience: { unreachable: 5_000, silent: 60_000 },
  });
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  const fetched = electronBinary();
  if (fetched) rmSync(memory, { force: true });
  else {
    writeFileSync(memory, JSON.stringify({ at: Date.now() }));
    say(`Electron could not be downloaded. ${again}`);
  }
  return fetched;
}
