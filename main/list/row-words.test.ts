import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inSlices } from '../time/slices.ts';
import { createRowWords, FOUND } from './row-words.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), minLength: 1, maxLength: 3 });
const row = fc.array(word, { maxLength: 3 }).map((words) => ['', ...words, ''].join(' '));

test('finds the rows that a look into each row finds, also after changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1_000, maxLength: 1_100, size: 'max' }),
      fc.array(fc.tuple(fc.nat(), row), { maxLength: 10 }),
      word,
      async (rows, changes, wanted) => {
        const words = createRowWords();
        const now = [...rows];
        for (const text of rows) words.put(words.add(), text);
        await inSlices(words.find(wanted));
        for (const [at, text] of changes) {
          now[at % rows.length] = text;
          words.put(at % rows.length, text);
        }
        const marks = await inSlices(words.find(wanted));
        expect(now.map((_, slot) => marks[slot] === FOUND)).toEqual(now.map((text) => text.includes(wanted)));
      },
    ),
    { numRuns: 20 },
  );
});

test('a row that is gone is not found', async () => {
  const words = createRowWords();
  const slot = words.add();
  words.put(slot, ' lease ');
  words.put(slot, '');
  expect((await inSlices(words.find('lease')))[slot]).not.toBe(FOUND);
});
