/** Runs before each test file. */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterAll, expect } from 'vitest';

fc.configureGlobal({ seed: Number(process.env['COUNTERSIGN_SEED']) });

const warnings: string[] = [];
const keep = ({ name, message }: Error) => {
  if (name !== 'ExperimentalWarning') warnings.push(`${name}: ${message}`);
};
process.on('warning', keep);

// A file nobody closed is told of when its memory is taken back: here and now, not by chance.
afterAll(async () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  await turn();
  await turn();
  // The files of a project may share a process.
  process.off('warning', keep);
  expect(warnings).toEqual([]);
});
