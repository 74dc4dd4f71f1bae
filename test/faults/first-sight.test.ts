/** The first look at an account with thousands of documents, at the real pace in virtual time. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { seeFirst } from './simulation/first-sight.ts';
import { writeContents } from './simulation/world.ts';

const contents = writeContents();
afterAll(() => rmSync(contents.folder, { recursive: true }));

test.each([
  { documents: 3_000, allowed: Number.POSITIVE_INFINITY, most: 45 },
  { documents: 600, allowed: 60, most: 100 },
])(
  'Signatures says nothing false until it has read $documents documents, $allowed details after a check',
  async (one) => {
    const { most, ...given } = one;
    const { minutes, problems, refused } = await seeFirst(given, contents);
    const limit = Number.isFinite(one.allowed) ? `answers ${one.allowed} details after a check` : 'refuses nothing';
    console.info(
      `${one.documents / 4} of ${one.documents} documents wait, and the service ${limit}: Signatures is whole after ${minutes} minutes.`,
    );
    expect(problems).toEqual([]);
    expect(minutes).toBeLessThanOrEqual(most);
    // The first refusal ends the reading until the next check.
    expect(refused[0]).toBe(Number.isFinite(one.allowed) ? 1 : 0);
  },
);

test('a reading that begins with the oldest documents is found', async () => {
  const { problems } = await seeFirst({ documents: 1_200, allowed: Number.POSITIVE_INFINITY }, contents, {
    copyJournal: (journal) => ({
      ...journal,
      documentFacts: {
        ...journal.documentFacts,
        *neverRead(connectionId) {
          yield* [...journal.documentFacts.neverRead(connectionId)].slice(-100);
        },
      },
    }),
  });
  expect(problems).toContain('an older document was read before a newer one');
});
