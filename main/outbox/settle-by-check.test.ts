import { describe, expect, onTestFinished, test } from 'vitest';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Submission } from '../submission/submission.ts';
import { createMemoryStore, emptyDisk } from '../submission/testing/memory-store.ts';
import { measureTurnsBy } from '../time/slices.ts';
import { findPossibleOrphans } from './settle-by-check.ts';
import { BEGIN, checkOf, listed, submissionOf } from './testing/submission-steps.ts';

const drafts = Array.from({ length: 500 }, (_none, at) => listed(`d${at}`, 's1.pdf'));

/** Finds among the drafts, and counts how often the submissions of a name were read. */
async function findAmong(row: Submission) {
  const store = createMemoryStore(emptyDisk());
  store.commit([{ submission: row, event: { at: BEGIN, submissionId: row.id, fact: { kind: 'accepted' } } }]);
  let reads = 0;
  const counting = {
    ...store,
    named(...given: Parameters<typeof store.named>) {
      reads += 1;
      return store.named(...given);
    },
  };
  const found = await findPossibleOrphans('one', checkOf(BEGIN + 1, drafts), counting, store.open());
  return { found: found.length, reads };
}

describe('hundreds of drafts of one name', () => {
  const firstSent = { at: BEGIN, skewMs: 0, alias: '', comment: '', earlier: [] };

  test('are no orphans while an upload of this name is in doubt, and nothing is read', async () => {
    expect(await findAmong(markRecovered(submissionOf('s1'), BEGIN))).toEqual({ found: 0, reads: 0 });
  });

  test('are possible orphans of a settled upload, whose name is read once', async () => {
    const done = submissionOf('s1', { firstSent, documentId: 'own', stage: { kind: 'done', as: 'started' } });
    expect(await findAmong(done)).toEqual({ found: 500, reads: 1 });
  });

  test('let other work run while thousands of uploads of this name are read', async () => {
    const done = submissionOf('s1', { firstSent, documentId: 'own', stage: { kind: 'done', as: 'started' } });
    let read = 0;
    // Each upload takes a millisecond.
    onTestFinished(measureTurnsBy(() => read));
    const store = {
      isOwned: () => false,
      names: () => ['s1.pdf'],
      *named() {
        for (let at = 0; at < 1_000; at += 1) {
          read += 1;
          yield done;
        }
      },
    };
    const turns: number[] = [];
    let isOver = false;
    const watch = () => {
      turns.push(read);
      if (!isOver) setImmediate(watch);
    };
    watch();
    expect(await findPossibleOrphans('one', checkOf(BEGIN + 1, drafts), store, [])).toHaveLength(500);
    isOver = true;
    expect(read).toBe(1_000);
    const steps = turns.map((at, index) => at - (turns[index - 1] ?? 0));
    expect(Math.max(...steps, read - (turns.at(-1) ?? 0))).toBeLessThan(20);
  });
});

test.each([
  ['spaces', ' Offer  2026.pdf '],
  ['entities', 'Offer&#32;2026.pdf'],
  ['percent escapes', 'Offer%202026.pdf'],
  ['a cut', 'Offe…26.pdf'],
  ['no ending', 'Offer 2026'],
])('a draft under a name that the service changed is a possible orphan: %s', async (_how, shown) => {
  const store = createMemoryStore(emptyDisk());
  const firstSent = { at: BEGIN, skewMs: 0, alias: '', comment: '', earlier: [] };
  const row = submissionOf('s1', { firstSent, documentId: 'own', stage: { kind: 'done', as: 'started' } });
  const submission = { ...row, wish: { ...row.wish, file: { ...row.wish.file, name: 'Offer 2026.pdf' } } };
  store.commit([{ submission, event: { at: BEGIN, submissionId: row.id, fact: { kind: 'accepted' } } }]);
  const check = checkOf(BEGIN + 1, [listed('late', shown), listed('other', 'Contract.pdf')]);
  expect(await findPossibleOrphans('one', check, store, store.open())).toEqual([
    { documentId: 'late', names: ['Offer 2026.pdf'] },
  ]);
});
