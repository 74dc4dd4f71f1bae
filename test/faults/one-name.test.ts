/** Many files of one name, a journal that is lost while they are sent, and documents of the same name made elsewhere. */
import { expect, test } from 'vitest';
import { sendUnderOneName } from './simulation/one-name.ts';

const seed = Number(process.env['COUNTERSIGN_SEED']);

test('of many files with one name nothing is lost, started twice or undecided for ever after a lost journal', async () => {
  const began = performance.now();
  const { problems, startedBefore, started, looks, hours } = await sendUnderOneName({
    submissions: 120,
    others: 40,
    seed,
  });
  console.info(
    `120 files of one name took ${Math.round((performance.now() - began) / 1_000)} s: ${startedBefore} of ${started} were started before the journal was lost, then ${looks} looks in ${hours} hours.`,
  );
  expect(problems).toEqual([]);
  expect(startedBefore).toBeGreaterThan(0);
  expect(started).toBeGreaterThan(startedBefore);
});

test('an app that takes the newest twenty documents for all of them is found', async () => {
  const { problems } = await sendUnderOneName(
    { submissions: 60, others: 40, seed: 1 },
    { seen: (seen) => ({ ...seen, documents: seen.documents.slice(0, 20) }) },
  );
  expect(problems.some((problem) => /started \d+ times|says that n/.test(problem))).toBe(true);
});
