import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignatureFigures } from '../../preload/contract/copy-verdict.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { unsignedFigures } from '../signatures/testing/sample-figures.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { createCopyBacklog } from './copy-backlog.ts';

const MINUTE = 60_000;

let journal: Journal;
let clock: ReturnType<typeof createDrivenClock>;
beforeEach(() => {
  ({ journal } = openJournal(':memory:'));
  clock = createDrivenClock(0);
});
afterEach(() => journal.close());

function put(connectionId: string, documentId: string, state: SignatureFigures['state'] | null = null): void {
  journal.documentFacts.see(connectionId, [{ id: documentId, status: 'signed' }], {
    at: 1,
    before: null,
    account: null,
  });
  if (state !== null) check(connectionId, documentId, state);
  journal.savedCopies.add({ connectionId, documentId, path: `/${documentId}.pdf`, sha256: 'aa', size: 1, at: 2 });
}

function check(connectionId: string, documentId: string, state: SignatureFigures['state']): void {
  const figures = { ...unsignedFigures, sha256: 'aa', state };
  journal.signatureChecks.put({ connectionId, documentId, figures, report: null, more: 0 });
}

interface Given {
  readonly version?: string;
  readonly finds?: SignatureFigures['state'];
  /** The check of this document throws, as on a full disk. */
  readonly breaksAt?: string;
}

function prepare(given: Given = {}) {
  const { version = '1', finds = 'none' } = given;
  const checked: string[] = [];
  const held: boolean[] = [];
  const reader = { isBusy: false };
  const ends = { count: 0 };
  const faults: unknown[] = [];
  const backlog = createCopyBacklog({
    clock,
    journal,
    version,
    connections: () => ['c', 'd'],
    isReaderBusy: () => reader.isBusy,
    async check(connectionId, id) {
      if (id === given.breaksAt) throw new Error('broken');
      checked.push(id);
      held.push(backlog.isToldLater(connectionId, id));
      check(connectionId, id, finds);
    },
    onEnd: () => (ends.count += 1),
    onFault: (error) => faults.push(error),
  });
  backlog.begin();
  return { backlog, checked, held, reader, ends, faults };
}

test('examines what no check has seen, one after the other, and leaves the others alone', async () => {
  put('c', 'old');
  put('c', 'checked', 'intact');
  put('c', 'failed', 'unchecked');
  put('d', 'elsewhere');
  const { checked, faults } = prepare();
  await clock.advance(MINUTE);
  expect(checked).toEqual([]);
  await clock.advance(MINUTE / 2);
  expect(checked).toEqual(['old']);
  await clock.advance(MINUTE / 4);
  expect(checked).toEqual(['old', 'failed']);
  await clock.advance(10 * MINUTE);
  expect(checked).toEqual(['old', 'failed', 'elsewhere']);
  expect(clock.waiting()).toEqual([]);
  expect(faults).toEqual([]);
});

test('examines a few in a minute', async () => {
  for (let number = 0; number < 20; number += 1) put('c', `d${number}`);
  const { checked } = prepare();
  await clock.advance(1.5 * MINUTE);
  expect(checked).toHaveLength(1);
  await clock.advance(MINUTE);
  expect(checked).toHaveLength(5);
});

test('tries what fails once per version', async () => {
  put('c', 'failing');
  const first = prepare({ finds: 'unchecked' });
  await clock.advance(10 * MINUTE);
  const restarted = prepare({ finds: 'unchecked' });
  await clock.advance(10 * MINUTE);
  const updated = prepare({ version: '2' });
  await clock.advance(10 * MINUTE);
  expect([first.checked, restarted.checked, updated.checked]).toEqual([['failing'], [], ['failing']]);
});

test('waits while the reader is busy', async () => {
  put('c', 'old');
  const { checked, reader } = prepare();
  reader.isBusy = true;
  await clock.advance(10 * MINUTE);
  expect(checked).toEqual([]);
  reader.isBusy = false;
  await clock.advance(MINUTE / 4);
  expect(checked).toEqual(['old']);
});

test('ends with the app, and the next start goes on', async () => {
  for (const id of ['a', 'b', 'c']) put('c', id);
  const { backlog, checked } = prepare();
  await clock.advance(1.5 * MINUTE);
  backlog.close();
  await clock.advance(10 * MINUTE);
  expect(checked).toEqual(['a']);
  const next = prepare();
  await clock.advance(10 * MINUTE);
  expect(next.checked).toEqual(['b', 'c']);
});

test('holds what is alarming until the last one, and tells it once', async () => {
  for (const id of ['a', 'b']) put('c', id);
  const { backlog, held, ends } = prepare();
  await clock.advance(1.5 * MINUTE);
  expect(backlog.isToldLater('c', 'a')).toBe(true);
  expect(backlog.isToldLater('c', 'b')).toBe(false);
  expect(ends.count).toBe(0);
  await clock.advance(10 * MINUTE);
  expect(held).toEqual([true, true]);
  expect(backlog.isToldLater('c', 'a')).toBe(false);
  expect(ends.count).toBe(1);
});

test('tells what was found before a fault ends the pass, which the next start goes on with', async () => {
  put('c', 'first');
  put('c', 'second');
  const { backlog, checked, ends, faults } = prepare({ breaksAt: 'second' });
  await clock.advance(1.5 * MINUTE);
  expect(checked).toEqual(['first']);
  expect(backlog.isToldLater('c', 'first')).toBe(true);
  await clock.advance(MINUTE);
  expect([checked.length, faults.length, ends.count]).toEqual([1, 1, 1]);
  expect(backlog.isToldLater('c', 'first')).toBe(false);
});

test('tells nothing where nothing was left to examine', async () => {
  put('c', 'checked', 'none');
  const { ends } = prepare();
  await clock.advance(10 * MINUTE);
  expect(ends.count).toBe(0);
});

test('skips thousands of checked copies', async () => {
  for (let number = 0; number < 1_000; number += 1) put('c', `d${number}`, 'intact');
  put('c', 'old');
  const { checked } = prepare();
  await clock.advance(2 * MINUTE);
  expect(checked).toEqual(['old']);
});
