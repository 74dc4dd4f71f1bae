import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** A folder of small JSON files. Each is replaced as a whole. */
export interface JsonFolder {
  save(name: string, value: unknown): void;
  remove(name: string): void;
  load<T>(schema: z.ZodType<T>): readonly T[];
}

export function jsonFolder(folder: string): JsonFolder {
  mkdirSync(folder, { recursive: true });
  return {
    save(name, value) {
      const path = join(folder, `${name}.json`);
      // The rename makes the file whole or absent, even if the process is killed.
      writeFileSync(`${path}.new`, JSON.stringify(value));
      renameSync(`${path}.new`, path);
    },
    remove(name) {
      rmSync(join(folder, `${name}.json`), { force: true });
    },
    load: (schema) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => schema.safeParse(contentOf(join(folder, name))).data ?? []),
  };
}

/** A power cut may leave a file empty: it costs what was in it, and not the service. */
function contentOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

export const nowhere: JsonFolder = { save() {}, remove() {}, load: () => [] };
