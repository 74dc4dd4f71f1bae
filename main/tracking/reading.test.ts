import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyReading, isSpent, nextOffset, type Reading, seenOf, withNewest, withPage } from './reading.ts';
import { type ListOptions, pageOf, simulatedList } from './testing/simulated-list.ts';

const fresh = emptyReading('service-1', 5);

/** Reads page after page, and says at which offsets. `meanwhile` happens before each page but the first. */
function read(list: ReturnType<typeof simulatedList>, meanwhile: (page: number) => void = () => {}) {
  const offsets: number[] = [];
  let reading: Reading = fresh;
  while (!reading.whole && offsets.length < 2_000) {
    if (offsets.length > 0) meanwhile(offsets.length);
    if (isSpent(reading)) reading = fresh;
    const offset = nextOffset(reading);
    offsets.push(offset);
    reading = withPage(reading, list.page({ offset }));
  }
  return { reading, offsets };
}

describe('the end of the list', () => {
  test.each<[string, number, ListOptions, readonly number[]]>([
    ['one document is followed by an empty page', 1, {}, [0, 1]],
    ['two documents are followed by a page that shows nothing new', 2, {}, [0, 1]],
    ['a page that a silent cap cut is not the end', 100, { cap: 100, size: 'none' }, [0, 90]],
    ['nor is one whose size counts the page', 250, { cap: 100, size: 'page' }, [0, 90, 180, 240]],
    ['an honest size larger than a page says where it is', 190, { cap: 100, size: 'all' }, [0, 90]],
    ['an honest size says so for a last page that is full', 1_900, { size: 'all' }, [0, 900]],
    ['without a size the page after it does', 1_900, { size: 'none' }, [0, 900, 1_800]],
  ])('%s', (_, count, options, offsets) => {
    const found = read(simulatedList(count, options));
    expect([found.offsets, found.reading.whole, found.reading.documents.size]).toEqual([offsets, true, count]);
  });

  test('is reached where its last entry has no id, on pages so short that it stands there alone', () => {
    const nameless = { ...pageOf([]), unreadable: 1 };
    const pages = [pageOf(['d1', 'd2', 'd3']), { ...pageOf(['d3', 'd4']), unreadable: 1 }, nameless];
    const found = pages.reduce((reading, page) => withPage(reading, page), fresh);
    expect([found.whole, found.documents.size, found.unreadable]).toEqual([true, 4, 2]);
  });

  test('is not reached on the first page, whatever limit the service echoes', () => {
    const page = pageOf(['d1', 'd2'], { size: 2 });
    expect(withPage(fresh, page).whole).toBe(false);
  });
});

describe('what changes between two pages', () => {
  test('documents added at the front move the rest along, and none is missed', () => {
    const list = simulatedList(300, { cap: 100 });
    const before = [...list.ids];
    const { reading } = read(list, () => list.add(7));
    expect([reading.whole, before.filter((id) => !reading.documents.has(id))]).toEqual([true, []]);
  });

  test('documents deleted at the front move the rest forward: the places before are read again', () => {
    const list = simulatedList(300, { cap: 100 });
    const { reading, offsets } = read(list, (page) => page === 1 && list.remove(0, 50));
    expect(offsets.slice(0, 3)).toEqual([0, 90, 0]);
    expect([reading.whole, list.ids.filter((id) => !reading.documents.has(id))]).toEqual([true, []]);
  });

  test('all documents deleted leave an empty list, which proves nothing', () => {
    const list = simulatedList(300, { cap: 100 });
    const { reading } = read(list, (page) => page === 2 && list.remove(0, 300));
    expect(reading.whole).toBe(false);
  });

  test('whatever is added and deleted, a whole reading shows all documents that were there all the time', () => {
    const changes = fc.array(fc.record({ added: fc.nat(6), at: fc.nat(60), removed: fc.constantFrom(0, 0, 1, 2, 9) }), {
      maxLength: 40,
    });
    const story = fc.record({
      count: fc.nat(60),
      cap: fc.integer({ min: 2, max: 30 }),
      size: fc.constantFrom('all' as const, 'page' as const, 'none' as const),
      changes,
    });
    let whole = 0;
    fc.assert(
      fc.property(story, ({ count, cap, size, changes: meanwhile }) => {
        const list = simulatedList(count, { cap, size });
        const before = [...list.ids];
        const { reading } = read(list, (page) => {
          const change = meanwhile[page - 1];
          if (change === undefined) return;
          list.remove(change.at, change.removed);
          list.add(change.added);
        });
        // When the list has come to rest, the reading comes to its end.
        expect(reading.whole || list.ids.length === 0).toBe(true);
        whole += 1;
        const missed = before.filter((id) => list.ids.includes(id) && !reading.documents.has(id));
        expect(missed).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    expect(whole).toBeGreaterThan(0);
  });
});

describe('a list that always leaves one document out', () => {
  test('is never whole, whatever is added and deleted meanwhile', () => {
    const changes = fc.array(fc.record({ added: fc.nat(2), at: fc.nat(60), removed: fc.nat(2) }), { maxLength: 40 });
    const story = fc.record({ count: fc.integer({ min: 2, max: 60 }), cap: fc.integer({ min: 4, max: 30 }), changes });
    fc.assert(
      fc.property(story, ({ count, cap, changes: meanwhile }) => {
        const list = simulatedList(count, { cap });
        const [missing = ''] = list.ids.splice(count >> 1, 1);
        let reading: Reading = fresh;
        for (let page = 0; page < 60; page += 1) {
          if (isSpent(reading)) reading = fresh;
          const seen = list.page({ offset: nextOffset(reading) });
          reading = withPage(reading, { ...seen, size: list.ids.length + 1 });
          expect([reading.whole, reading.documents.has(missing)]).toEqual([false, false]);
          const change = meanwhile[page];
          if (change === undefined) continue;
          // A list is never so short that its size looks like that of a page.
          if (list.ids.length > cap + 4) list.remove(change.at, change.removed);
          list.add(change.added);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is not whole because of a document that was made between two windows', () => {
    const list = simulatedList(300, { cap: 100 });
    list.ids.splice(150, 1);
    const page = (offset: number) => ({ ...list.page({ offset }), size: 300 });
    let reading = withPage(fresh, page(0));
    for (let pages = 1; pages < 4; pages += 1) reading = withPage(reading, page(nextOffset(reading)));
    // One that was seen is deleted, and another one is made: the service has 300 as before.
    list.remove(0);
    list.add(1);
    reading = withNewest(reading, page(0));
    for (let pages = 1; pages < 8; pages += 1) reading = withPage(reading, page(nextOffset(reading)));
    expect(reading.whole).toBe(false);
  });
});

describe('entries that make no sense', () => {
  test('are places of the list, and are counted', () => {
    const first = withPage(fresh, pageOf(['a', 'b', 'c'], { unreadable: 2 }));
    expect([first.read, first.largest, first.unreadable, nextOffset(first)]).toEqual([5, 5, 2, 4]);
    const last = withPage(first, pageOf(['c']));
    expect([last.whole, last.unreadable]).toEqual([true, 2]);
  });

  test('a document without a status or a name is listed all the same', () => {
    const page = pageOf(['a']);
    const documents = page.documents.map((one) => ({ ...one, documentStatus: '', documentName: null }));
    expect(seenOf(withPage(fresh, { ...page, documents }))).toEqual({
      account: 'service-1',
      askedAt: 5,
      documents: [{ documentId: 'a', name: '', status: '' }],
      whole: false,
      unreadable: 0,
    });
  });
});
