import { setImmediate } from 'node:timers';
import { expect, test } from 'vitest';
import { markRecovered } from '../submission/decide/recovered.ts';
import { measureTurnsBy } from '../time/slices.ts';
import { groupByName } from './namesakes.ts';
import { BEGIN, listed, submissionOf } from './testing/submission-steps.ts';

test('thousands of different names are indexed in several turns of the loop', async () => {
  let [now, turns, running] = [0, 0, true];
  // Each look at the clock takes a millisecond, so that no real time is measured.
  const stop = measureTurnsBy(() => (now += 1));
  const count = () => {
    turns += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  try {
    const rows = Array.from({ length: 2_000 }, (_none, at) => markRecovered(submissionOf(`s${at}`), BEGIN));
    const groups = await groupByName(rows, { documents: [listed('d7', 's7.pdf')] }, () => false);
    expect(groups).toHaveLength(2_000);
    expect(groups.filter(({ documents }) => documents.length > 0).map(({ name }) => name)).toEqual(['s7.pdf']);
    expect(turns).toBeGreaterThan(5);
  } finally {
    running = false;
    stop();
  }
});
