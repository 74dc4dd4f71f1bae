import { describe, expect, test } from 'vitest';
import type { Overview } from '../signing/answers/overview.ts';
import type { Failure } from '../signing/failure.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import { readOverviews } from './overviews.ts';
import { emptyReading, type Reading, withPage } from './reading.ts';
import { pageOf, simulatedList } from './testing/simulated-list.ts';

type Options = Parameters<typeof readOverviews>[1];
const looking: Options = {
  signal: new AbortController().signal,
  account: 'service-1',
  now: 7,
  search: true,
  begun: null,
  onePage: false,
};

const failure = (kind: Failure['kind']) => failed({ kind, certainty: 'refused', details: '', retryAfterMs: 60_000 });

async function read(patch: Partial<Options>, answer: (offset: number, page: number) => Overview | Outcome<Overview>) {
  const offsets: number[] = [];
  const client = {
    async overview({ offset = 0 }: { offset?: number } = {}) {
      offsets.push(offset);
      const found = answer(offset, offsets.length);
      return 'ok' in found ? found : success(found);
    },
  };
  const outcome = await readOverviews(client, { ...looking, ...patch });
  return { outcome, offsets };
}

async function windowOf(...given: Parameters<typeof read>) {
  const { outcome, offsets } = await read(...given);
  if (!outcome.ok) throw new Error(outcome.failure.kind);
  const { list, reading, refused } = outcome.value;
  return { list, reading, refused, offsets, known: reading?.documents.size };
}

/** A reading that an earlier window has begun. */
function begunWith(list: ReturnType<typeof simulatedList>): Reading {
  return withPage(emptyReading('service-1', 1), list.page({}));
}

test('a list that fits into one page costs one request', async () => {
  const list = simulatedList(900, { cap: 1_000 });
  const found = await windowOf({ search: false }, (offset) => list.page({ offset }));
  expect([found.offsets, found.reading, found.list?.documents.length]).toEqual([[0], null, 900]);
});

test('a longer list is read to its end although nobody looks for a document: older ones are tracked, too', async () => {
  const list = simulatedList(1_500, { cap: 1_000 });
  const found = await windowOf({ search: false }, (offset) => list.page({ offset }));
  expect([found.list?.documents.length, found.known, found.reading?.whole]).toEqual([1000, 1500, true]);
});

test('a reading begins anew where as many documents came as a page holds: nobody can count them', async () => {
  const list = simulatedList(30, { cap: 10, size: 'all' });
  const begun = begunWith(list);
  list.add(14);
  const found = await windowOf({ begun, onePage: true, turn: 'newest' }, (offset) => list.page({ offset }));
  expect([found.offsets, found.known, found.reading?.beganAt, found.reading?.total]).toEqual([[0], 10, 7, 44]);
  // With a known document on the page, their number is known and the reading goes on.
  list.add(9);
  const { reading } = await windowOf({ begun: found.reading, onePage: true, turn: 'newest' }, (offset) =>
    list.page({ offset }),
  );
  expect([reading?.documents.size, reading?.total]).toEqual([19, 53]);
});

test('a list of exactly as many documents as a page may have, one of which the service omits, is not read whole', async () => {
  const list = simulatedList(1_000, { cap: 1_000 });
  const short = (offset: number): Overview => {
    const { documents } = list.page({ offset });
    return { documents: documents.filter(({ documentId }) => documentId !== 'd500'), unreadable: 0, size: 1_000 };
  };
  const found = await windowOf({}, short);
  expect([found.known, found.reading?.whole]).toEqual([999, false]);
});

test('where the service repeats the limit that was asked for, the end of the list is found by its last page', async () => {
  const list = simulatedList(1_400, { cap: 1_000 });
  const limits: number[] = [];
  const client = {
    async overview({ offset = 0, limit = 0 }: { offset?: number; limit?: number } = {}) {
      limits.push(limit);
      return success({ ...list.page({ offset, limit }), size: limit });
    },
  };
  const outcome = await readOverviews(client, looking);
  expect(outcome).toMatchObject({ ok: true, value: { reading: { whole: true } } });
  expect(new Set(limits)).toEqual(new Set([1_000, 999]));
});

test('where each page counts as a request, a longer list costs one all the same', async () => {
  const list = simulatedList(1_500, { cap: 1_000 });
  const found = await windowOf({ search: false, onePage: true }, (offset) => list.page({ offset }));
  expect([found.offsets, found.reading]).toEqual([[0], null]);
});

test('somebody looks for a document: page after page to the end, and the list shows the newest', async () => {
  const list = simulatedList(250, { cap: 100 });
  const found = await windowOf({}, (offset) => list.page({ offset }));
  expect(found).toMatchObject({ offsets: [0, 90, 180], known: 250, refused: null });
  expect([found.reading?.whole, found.list?.documents.length]).toEqual([true, 100]);
});

test('a first page that fails is the failure', async () => {
  const lost = failed({ kind: 'timed-out', certainty: 'unclear', details: '' });
  expect((await read({}, () => lost)).outcome).toEqual(lost);
});

test('a page that fails takes nothing from the others, and proves nothing', async () => {
  const list = simulatedList(250, { cap: 100 });
  const lost = failed({ kind: 'timed-out', certainty: 'unclear', details: '' });
  const found = await windowOf({}, (offset, page) => (page === 1 ? list.page({ offset }) : lost));
  expect([found.reading?.whole, found.known, found.refused]).toEqual([false, 100, null]);
});

test.each(['busy', 'unavailable', 'not-allowed'] as const)(
  'a further page refused as %s was counted as a request of its own',
  async (kind) => {
    const list = simulatedList(250, { cap: 100 });
    const found = await windowOf({}, (offset, page) => (page === 1 ? list.page({ offset }) : failure(kind)));
    expect(found.refused).toMatchObject({ kind, retryAfterMs: 60_000 });
    expect([found.reading?.whole, found.list?.documents.length]).toEqual([false, 100]);
  },
);

test('fifty pages are enough for one window', async () => {
  const list = simulatedList(1_000, { cap: 10 });
  const found = await windowOf({}, (offset) => list.page({ offset }));
  expect([found.offsets.length, found.reading?.whole]).toEqual([50, false]);
});

test('documents deleted meanwhile: the places before are read in the next window, not in this one', async () => {
  const list = simulatedList(250, { cap: 100 });
  const first = await windowOf({}, (offset, page) => {
    if (page === 2) list.remove(0, 50);
    return list.page({ offset });
  });
  expect([first.offsets, first.reading?.whole]).toEqual([[0, 90], false]);
  const second = await windowOf({ begun: first.reading, now: 9 }, (offset) => list.page({ offset }));
  expect([second.offsets, second.reading?.whole, second.reading?.beganAt]).toEqual([[0, 90, 180], true, 9]);
});

test('stopped in the middle: no further page', async () => {
  const stopping = new AbortController();
  stopping.abort();
  expect(await windowOf({ signal: stopping.signal }, () => pageOf(['a', 'b']))).toMatchObject({ offsets: [0] });
});

describe('a reading that earlier windows have begun', () => {
  test('goes on where they ended, after the newest page for the list', async () => {
    const list = simulatedList(250, { cap: 100 });
    const begun = begunWith(list);
    list.add(3);
    const found = await windowOf({ begun }, (offset) => list.page({ offset }));
    expect(found).toMatchObject({ offsets: [0, 90, 180], known: 253 });
    expect([found.reading?.whole, found.reading?.beganAt]).toEqual([true, 1]);
    expect([...(found.reading?.documents.keys() ?? [])].slice(0, 4)).toEqual(['d253', 'd252', 'd251', 'd250']);
  });

  test('has one request per window where pages are counted, and leaves the list', async () => {
    const list = simulatedList(250, { cap: 100 });
    const first = await windowOf({ onePage: true }, (offset) => list.page({ offset }));
    expect([first.offsets, first.list?.documents.length, first.reading?.whole]).toEqual([[0], 100, false]);
    const second = await windowOf({ onePage: true, begun: first.reading }, (offset) => list.page({ offset }));
    expect([second.offsets, second.list, second.known]).toEqual([[90], null, 190]);
    const third = await windowOf({ onePage: true, begun: second.reading }, (offset) => list.page({ offset }));
    expect([third.offsets, third.known, third.reading?.whole]).toEqual([[180], 250, true]);
  });

  test('is asked for once more when its only page of a window fails', async () => {
    const begun = begunWith(simulatedList(250, { cap: 100 }));
    expect((await read({ onePage: true, begun }, () => failure('busy'))).outcome).toEqual(failure('busy'));
  });
});

describe('the documents that run, where one page is allowed', () => {
  const runningOf = async (answer: Overview | Outcome<Overview>) => {
    const begun = begunWith(simulatedList(250, { cap: 100 }));
    const patch = { onePage: true, search: false, older: true, turn: 'running', begun } as const;
    const { outcome } = await read(patch, () => answer);
    return outcome.ok ? { ...outcome.value.running, shown: outcome.value.apart.length } : outcome.failure.kind;
  };
  /** Documents of this status. */
  const some = (count: number, status = 'in-progress') => {
    const page = pageOf(Array.from({ length: count }, (_, at) => `d${at}`));
    return { ...page, documents: page.documents.map((one) => ({ ...one, documentStatus: status })) };
  };

  test.each([
    ['fewer than a page are all of them', some(99), { isFiltered: true, isAll: true, shown: 99 }],
    ['a full page may be one of many', some(100), { isFiltered: true, isAll: false }],
    ['an empty page proves nothing', some(0), { isFiltered: true, isAll: false }],
    ['an entry that makes no sense could be any', { ...some(5), unreadable: 1 }, { isFiltered: true, isAll: false }],
    ['others among them: nobody asked for these', some(5, 'signed'), { isFiltered: false, isAll: false, shown: 0 }],
    [
      'the question is refused',
      failed({ kind: 'not-found', certainty: 'permanent', details: '', status: 404 }),
      { isFiltered: false, isAll: false, shown: 0 },
    ],
  ])('%s', async (_, answer, expected) => {
    expect(await runningOf(answer)).toMatchObject(expected);
  });

  test('are a check that failed where the service is busy', async () => {
    expect(await runningOf(failure('busy'))).toBe('busy');
    const notAllowed = failed({ kind: 'not-allowed', certainty: 'permanent', details: '', status: 403 });
    expect(await runningOf(notAllowed)).toBe('not-allowed');
  });
});
