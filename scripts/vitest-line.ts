import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A package's program by its own file: what stands in .bin are shell scripts on Windows, which need a shell to start. */
export const program = (path: string): string => join(root, 'node_modules', path);

export const vitestLine = (...args: readonly string[]): readonly string[] => [
  process.execPath,
  program('vitest/vitest.mjs'),
  'run',
  ...args,
];

/** Failing tests alone are told of; the counts go to a file. */
export const failuresOnly = (file: string): readonly string[] => [
  '--reporter=minimal',
  '--reporter=json',
  `--outputFile.json=${file}`,
];
