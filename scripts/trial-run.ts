/** What the trials of installers do on a computer of their own: run programs, and start an installed app until it says so. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startOptions } from './installer-trials.ts';

export function run(command: readonly string[]): void {
  const [program = '', ...args] = command;
  process.stdout.write(`> ${[program, ...args].join(' ')}\n`);
  const { status, error } = spawnSync(program, args, { ...startOptions(command), stdio: 'inherit', timeout: 300_000 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

const smoke = z.object({
  version: z.string(),
  electron: z.string(),
  page: z.literal('app://bundle/index.html'),
  // The library of the keychain was loaded from beside the archive, and answers.
  keychain: z.literal('ok'),
});

/** Starts an installed app with data of its own. Returns the version that showed its first page. */
export function startedVersion(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-installed-'));
  const proof = join(folder, 'smoke.json');
  try {
    run([program, `--user-data-dir=${join(folder, 'data')}`, `--smoke-file=${proof}`]);
    return smoke.parse(JSON.parse(readFileSync(proof, 'utf8'))).version;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
