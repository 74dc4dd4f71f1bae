import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { writeWholeNow } from '../files/safe-file.ts';

/** What a dialog is for. Each has a folder of its own. */
export type Purpose = 'documents' | 'lists' | 'connection' | 'certificate' | 'save';

const folders = z.partialRecord(z.enum(['documents', 'lists', 'connection', 'certificate', 'save']), z.string());

/** The folder in which the last dialog for a purpose ended. Electron's dialogs start in Downloads every time. */
export function createLastFolders(path: string) {
  let known = read();
  function read(): z.infer<typeof folders> {
    try {
      return folders.catch({}).parse(parseJson(readFileSync(path, 'utf8')));
    } catch {
      return {};
    }
  }
  return {
    /** Undefined: there was none, or it is gone. */
    of(purpose: Purpose): string | undefined {
      const folder = known[purpose];
      return folder !== undefined && existsSync(folder) ? folder : undefined;
    },
    keep(purpose: Purpose, file: string | undefined): void {
      if (file === undefined) return;
      known = { ...known, [purpose]: dirname(file) };
      try {
        writeWholeNow(path, JSON.stringify(known));
      } catch {
        // It is remembered until the app ends.
      }
    },
  };
}

export type LastFolders = ReturnType<typeof createLastFolders>;
