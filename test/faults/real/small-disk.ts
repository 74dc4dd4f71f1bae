import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppProcess } from './app-process.ts';

const isRoot = process.getuid?.() === 0;

/**
 * A disk that can be full or read-only. As root we mount a small one. Otherwise we limit the file size of the process or
 * change the permissions of the folder.
 */
export interface SmallDisk {
  readonly folder: string;
  /** The command that must start the app. */
  readonly within: readonly string[];
  fill(app: AppProcess): void;
  free(app: AppProcess): void;
  readOnly(yes: boolean): void;
  end(): void;
}

export function createSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
  return isRoot ? mounted(folder) : limited(folder);
}

function mounted(folder: string): SmallDisk {
  const filler = join(folder, 'filler');
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=16m', 'none', folder]);
  return {
    folder,
    within: [],
    fill() {
      const full = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      for (const size of [1 << 20, 4_096]) {
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
        } catch (error) {
          if (!full(error)) throw error;
        }
      }
    },
    free: () => rmSync(filler),
    readOnly: (yes) => void execFileSync('/bin/mount', ['-o', `remount,${yes ? 'ro' : 'rw'}`, folder]),
    end() {
      execFileSync('/bin/umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function limited(folder: string): SmallDisk {
  const limit = ({ pid }: AppProcess, bytes: string) =>
    void execFileSync('/usr/bin/prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  const all = () => [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))];
  return {
    folder,
    // Without the trap, the system kills a process that writes beyond its limit.
    within: ['sh', '-c', `trap '' XFSZ; exec "$@"`, 'sh'],
    fill: (app) => limit(app, '0'),
    free: (app) => limit(app, 'unlimited'),
    readOnly(yes) {
      for (const path of all()) {
        const open = statSync(path).isDirectory() ? 0o700 : 0o600;
        chmodSync(path, yes ? open & 0o555 : open);
      }
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}
