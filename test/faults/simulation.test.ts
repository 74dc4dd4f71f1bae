/** Simulated runs with faults, each from a seed: nothing is lost and nothing is started twice. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { simulate } from './simulation/run.ts';
import { writeContents } from './simulation/world.ts';

const runs = Number(process.env['COUNTERSIGN_RUNS'] ?? 300);
const first = Number(process.env['COUNTERSIGN_SEED']);
const contents = writeContents();
afterAll(() => rmSync(contents.folder, { recursive: true }));

/**
 * Each of these seeds once found a bug: a clock set back unnoticed (twice); a signee added late; a start that arrived after
 * a crash; a cancellation that ignored the service's wait; a new journal that was called older at every start;
 * a look at a draft that another submission had taken; a clock that was set while the journal's disk was full; seconds
 * that the service's `Date` cannot tell; a whole reading without a document that had changed places at the end of a page.
 */
test.each([554_768_680, 1_001_589, 554_767_256, 300_010_110, 400_011_260, 5_345, 10_609, 15_127, 16_345, 58])(
  'story %d',
  async (seed) => {
    expect((await simulate(seed, contents, { noSaving: true })).problems).toEqual([]);
  },
);

/**
 * Each of these seeds once made the judge complain without a reason: a storage that sent another file for a draft; a list
 * that the service shortened before the end; a document that changed hands while the app's clock was wrong.
 */
test.each([2_972, 3_670, 7_913])('story %d with saving', async (seed) => {
  expect((await simulate(seed, contents)).problems).toEqual([]);
});

/**
 * Days of signing and saving follow each of so many stories: they take four times as long as the sending. The tests of
 * the planted bugs tell fifty more with saving.
 */
const WITH_SAVING = 8;

/** Runs per test. With several tests, an endless run is noticed early. */
const PER_TEST = 50;
const beginnings = Array.from({ length: Math.ceil(runs / PER_TEST) }, (_, number) => first + number * PER_TEST);

test.each(beginnings)('each submission ends once, whatever happens: seeds from %d', async (begin) => {
  const failures: string[] = [];
  for (let seed = begin; seed < Math.min(begin + PER_TEST, first + runs); seed += 1) {
    const { problems } = await simulate(seed, contents, { noSaving: seed % WITH_SAVING !== 0 });
    if (problems.length === 0) continue;
    failures.push(
      `COUNTERSIGN_SEED=${seed} COUNTERSIGN_RUNS=1 npx vitest run --config test/vitest.config.ts --project faults simulation\n  ${problems.join('\n  ')}`,
    );
    if (failures.length >= 5) break;
  }
  expect(failures).toEqual([]);
});
