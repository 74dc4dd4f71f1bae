import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../files/small-file.ts';

/** Remembers over a restart which version was being installed. */
export function createTriedUpdate(dataFolder: string) {
  const file = join(dataFolder, 'update-tried');
  return {
    note: (version: string): void => writeFileSync(file, version, { mode: 0o600 }),
    forget: (): void => rmSync(file, { force: true }),
    /** Returns the version that was being installed when the app ended, or null. */
    read(): string | null {
      const content = readSmallFile(file, 100);
      const text = content === null ? '' : Buffer.from(content).toString('utf8');
      return /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(text) ? text : null;
    },
  };
}

export type TriedUpdate = ReturnType<typeof createTriedUpdate>;
