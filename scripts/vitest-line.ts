import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The program file of a package. On Windows the files in .bin are shell scripts, which need a shell. */
export const program = (path: string): string => join(root, 'node_modules', path);

export const vitestLine = (...args: readonly string[]): readonly string[] => [
  process.execPath,
  program('vitest/vitest.mjs'),
  'run',
  ...args,
];

/** Prints failing tests only and writes the counts to a file. */
export const failuresOnly = (file: string): readonly string[] => [
  '--reporter=minimal',
  '--reporter=json',
  `--outputFile.json=${file}`,
];
