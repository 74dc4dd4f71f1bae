import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { seedFor } from './seed.ts';

const given = process.env['COUNTERSIGN_SEED'];
const seed = seedFor(given);
// Kept for the workers, and for the next reading of this file, so that all have the same one.
process.env['COUNTERSIGN_SEED'] = String(seed);
if (given === 'random') process.stdout.write(`COUNTERSIGN_SEED=${seed}\n`);

const root = fileURLToPath(new URL('..', import.meta.url));

const project = (name: string, include: string[], testTimeout: number, more: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include, testTimeout, hookTimeout: testTimeout, passWithNoTests: false, ...more },
});

const electronTests = 'main/electron/**/*.test.ts';
const withRecordingElectron = { alias: { electron: `${root}test/security/recording-electron.ts` } };

export default defineConfig({
  root,
  test: {
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/own-state-folder.ts'],
    // A bound against waiting without end, not a measure: a busy computer is no failure.
    expect: { poll: { timeout: 45_000 } },
    projects: [
      project(
        'unit',
        [
          '{main,preload,renderer,shared,scripts,assets}/**/*.test.{ts,tsx}',
          'test/{practice-service,standin}/**/*.test.ts',
        ],
        180_000,
        // No test changes a module for others, so the files of a process load each module once.
        { exclude: [electronTests], isolate: false, maxWorkers: 2 },
      ),
      project('electron', [electronTests], 60_000, withRecordingElectron),
      project('account', ['test/account/**/*.test.ts'], 60_000),
      project('security', ['test/security/**/*.test.ts'], 120_000, withRecordingElectron),
      // Its longest file takes as long as the others together.
      project('faults', ['test/faults/**/*.test.ts'], 300_000, { maxWorkers: 2 }),
      project('package', ['test/package/**/*.test.ts'], 330_000, { maxWorkers: 2 }),
      // A window mostly waits: two of them keep a core busy.
      project('e2e', ['test/e2e/**/*.test.ts'], 180_000, { maxWorkers: 2, isolate: false }),
    ],
  },
});
