/** A reading is whole only if no document that was there all the time can be missing in it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Overview } from '../signing/answers/overview.ts';
import { emptyReading, nextOffset, type Reading, withPage } from './reading.ts';
import { pageOf } from './testing/simulated-list.ts';

type Page = (offset: number, request: number) => Overview;

/** Reads up to so many pages. */
function read(page: Page, most = 60): Reading {
  let reading = emptyReading('service-1', 5);
  for (let request = 1; request <= most && !reading.whole; request += 1)
    reading = withPage(reading, page(nextOffset(reading), request));
  return reading;
}

const ids = (count: number) => Array.from({ length: count }, (_, at) => `d${count - at}`);

/** Pages of a list, each changed on its way. */
function pagesOf(list: readonly string[], cap: number, change: (here: string[], request: number) => string[]): Page {
  return (offset, request) => pageOf(change(list.slice(offset, offset + cap), request), { size: list.length });
}

test('an empty list proves nothing: the index of the service may be away', () => {
  expect(read(() => pageOf([], { size: 0 })).whole).toBe(false);
  expect(read(() => pageOf([])).whole).toBe(false);
});

test('an empty first page proves nothing, and the pages after it may follow', () => {
  const list = ids(250);
  const first = read(pagesOf(list, 100, (here, request) => (request === 1 ? [] : here)));
  expect([first.whole, first.documents.size]).toEqual([true, 250]);
});

test('an empty page in the middle is not the end', () => {
  const list = ids(250);
  const found = read((offset, request) => pageOf(request === 2 ? [] : list.slice(offset, offset + 100)));
  expect([found.whole, found.documents.size]).toEqual([true, 250]);
});

test('a page one entry short is not the end, and what it left out is missed', () => {
  const list = ids(250);
  const short = pagesOf(list, 100, (here) => here.filter((id) => id !== 'd60'));
  expect(read(short).whole).toBe(false);
  const once = pagesOf(list, 100, (here, request) => (request === 2 ? here.filter((id) => id !== 'd120') : here));
  expect([read(once).whole, read(once).documents.size]).toEqual([true, 250]);
  const silent: Page = (offset, request) => pageOf(list.slice(offset, offset + (request === 1 ? 99 : 100)));
  expect([read(silent).whole, read(silent).documents.size]).toEqual([true, 250]);
});

/** A list in which the documents of one moment stand in another order in each answer, at any place of any page. */
const tiedList = fc
  .record({ count: fc.integer({ min: 120, max: 260 }), cap: fc.integer({ min: 21, max: 100 }) })
  .chain(({ count, cap }) =>
    fc.record({
      count: fc.constant(count),
      cap: fc.constant(cap),
      from: fc.nat(count),
      ties: fc.integer({ min: 2, max: 60 }),
      seed: fc.nat(),
    }),
  );

test.each([
  ['all documents', 'all'],
  ['those of the page', 'page'],
  ['nothing', 'none'],
] as const)('ties anywhere in the list, size counts %s: no whole reading misses a document', (_, meaning) => {
  let whole = 0;
  fc.assert(
    fc.property(tiedList, ({ count, cap, from, ties, seed }) => {
      let state = seed;
      const roll = () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
        return state / 0x7f_ff_ff_ff;
      };
      const list = ids(count);
      const reading = read((offset) => {
        const tied = list.slice(from, from + ties).map((id) => [roll(), id] as const);
        const shuffled = tied.toSorted(([one], [other]) => one - other).map(([, id]) => id);
        const here = list.toSpliced(from, ties, ...shuffled).slice(offset, offset + cap);
        return pageOf(here, { size: { all: count, page: here.length, none: null }[meaning] });
      });
      if (!reading.whole) return;
      whole += 1;
      expect(reading.documents.size).toBe(count);
    }),
    { numRuns: 1_000 },
  );
  // With the number of all documents, several rounds collect them. Ties within one page are no trouble.
  expect(whole).toBeGreaterThan(meaning === 'all' ? 900 : 300);
});

test('a list that grows and never shows all of it is never whole, and begins anew after some rounds', () => {
  const list = ids(99);
  const page: Page = (offset) => pageOf(list.slice(offset, offset + 50), { size: 100 });
  const reading = read(page, 200);
  expect(reading.whole).toBe(false);
});
