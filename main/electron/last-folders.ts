import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { createSmallState } from '../files/small-file.ts';

/** The purpose of a dialog. Each has a folder of its own. */
export type Purpose = 'documents' | 'lists' | 'connection' | 'certificate' | 'save';

const folders = z.partialRecord(z.enum(['documents', 'lists', 'connection', 'certificate', 'save']), z.string());

/**
 * Remembers the folder in which the last dialog for a purpose ended. Electron's dialogs start in Downloads every time.
 */
export function createLastFolders(path: string) {
  const file = createSmallState<z.infer<typeof folders>>(path, folders, {});
  let known = file.read();
  return {
    /** Returns undefined if there was none, or it is gone. */
    of(purpose: Purpose): string | undefined {
      const folder = known[purpose];
      return folder !== undefined && existsSync(folder) ? folder : undefined;
    },
    keep(purpose: Purpose, chosen: string | undefined): void {
      if (chosen === undefined) return;
      known = { ...known, [purpose]: dirname(chosen) };
      file.write(known);
    },
  };
}

export type LastFolders = ReturnType<typeof createLastFolders>;
