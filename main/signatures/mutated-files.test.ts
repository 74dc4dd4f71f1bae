import { expect, test } from 'vitest';
import { seedFor } from '../../test/seed.ts';
import { checkSignatures } from './check-signatures.ts';
import { createMutations } from './testing/mutate.ts';
import { makeTestPeople } from './testing/test-certificates.ts';

/** `node scripts/fuzz-signatures.ts` reads as many as it is asked for. */
const runs = 3_000;

test('no mutated file ends the reading, and none is intact with a covered byte changed', () => {
  const mutate = createMutations(makeTestPeople());
  const first = seedFor(process.env['COUNTERSIGN_SEED']);
  let changed = 0;
  for (let seed = first; seed < first + runs; seed += 1) {
    const { bytes, isCoveredChanged } = mutate(seed);
    const { state } = checkSignatures(bytes);
    if (!isCoveredChanged) continue;
    changed += 1;
    expect(`${seed} ${state}`).not.toBe(`${seed} intact`);
  }
  expect(changed).toBeGreaterThan(runs / 4);
});
