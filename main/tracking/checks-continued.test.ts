import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { failed, success } from '../signing/outcome.ts';
import { drivenChecks, failure, minute } from './testing/driven-checks.ts';
import { pagedService, shownBy } from './testing/paged-service.ts';
import { simulatedList } from './testing/simulated-list.ts';

/** A run of the app that read a hundred of 250 documents before it ended. It knows by then that pages are counted. */
async function hundredOf250(driven: ReturnType<typeof drivenChecks>) {
  const counting = pagedService(250, { counted: true });
  driven.wanted.add('c');
  const { checks } = driven.start({ overview: counting.answer(driven.time.now) });
  checks.follow('c');
  await driven.time.advance(0);
  await driven.time.advance(limits.pollingMs);
  checks.close();
  return counting;
}

describe('a reading of all documents', () => {
  test('is whole after one window where further pages are free', async () => {
    using driven = drivenChecks();
    const { answer, asked } = pagedService(250);
    driven.wanted.add('c');
    const { checks } = driven.start({ overview: answer(driven.time.now) });
    checks.follow('c');
    await driven.time.advance(0);
    expect([asked, shownBy(driven)]).toEqual([[0, 90, 180], [[250, true]]]);
    expect(driven.seen[0]?.check).toMatchObject({ account: 'service-1', askedAt: 1_000_000_000, unreadable: 0 });
    expect(driven.journal.readings.find('c')).toBeNull();
  });

  test('goes on over the windows where pages are counted: one request in each', async () => {
    using driven = drivenChecks();
    const { answer, asked } = pagedService(250, { counted: true });
    driven.wanted.add('c');
    const { checks, listed } = driven.start({ overview: answer(driven.time.now) });
    checks.follow('c');
    await driven.time.advance(0);
    // The second page was refused, which may have been an accident.
    expect([asked, shownBy(driven)]).toEqual([[0, 90], [[100, false]]]);
    expect(listed()).toHaveLength(100);
    await driven.time.advance(limits.pollingMs);
    // It was refused again: from here on it is known that pages are counted.
    expect(asked).toEqual([0, 90, 0, 90]);
    await driven.time.advance(limits.pollingMs);
    expect(asked).toEqual([0, 90, 0, 90, 90]);
    await driven.time.advance(limits.pollingMs);
    expect(asked).toEqual([0, 90, 0, 90, 90, 180]);
    expect(shownBy(driven)).toEqual([
      [100, false],
      [100, false],
      [190, false],
      [250, true],
    ]);
    // All say when the reading began: it proves nothing about what was uploaded later.
    expect(new Set(driven.seen.map(({ check }) => check.askedAt))).toEqual(new Set([1_000_000_000]));
    // The list stays as it was meanwhile, and is read again when the reading has come to its end.
    expect(listed()).toHaveLength(100);
    await driven.time.advance(limits.pollingMs);
    expect(asked.at(-1)).toBe(0);
  });

  test('remembers over a restart how far it came, and that pages are counted', async () => {
    using driven = drivenChecks();
    const { answer, asked } = await hundredOf250(driven);

    const second = driven.start({ overview: answer(driven.time.now) });
    second.checks.follow('c');
    await driven.time.advance(limits.pollingMs);
    expect(asked).toEqual([0, 90, 0, 90, 90]);
    second.checks.close();

    const third = driven.start({ overview: answer(driven.time.now) });
    third.checks.follow('c');
    await driven.time.advance(limits.pollingMs);
    expect(shownBy(driven).at(-1)).toEqual([250, true]);
    expect(driven.seen.at(-1)?.check.askedAt).toBe(1_000_000_000);
  });

  test('forgets that pages are counted after a week, and after the clock was set far back', async () => {
    for (const noted of [-8, 8]) {
      using driven = drivenChecks();
      const { answer, asked } = pagedService(250);
      driven.wanted.add('c');
      driven.journal.deadlines.set('c', 'pages-counted', driven.time.now() + noted * 24 * 60 * minute);
      driven.start({ overview: answer(driven.time.now) }).checks.follow('c');
      await driven.time.advance(0);
      expect(asked).toEqual([0, 90, 180]);
    }
  });

  test('waits as long as a refused page asked for', async () => {
    using driven = drivenChecks();
    const { list } = pagedService(250);
    driven.wanted.add('c');
    const { checks } = driven.start({
      overview: async (query) =>
        query.offset ? failed(failure('busy', 'refused', { retryAfterMs: 40 * minute })) : success(list.page(query)),
    });
    checks.follow('c');
    await driven.time.advance(0);
    expect(checks.now('c')).toEqual({ ok: false, next: driven.time.now() + 40 * minute });
  });

  test('of another account begins anew', async () => {
    using driven = drivenChecks();
    const { answer, asked } = await hundredOf250(driven);

    const other = driven.start({ overview: answer(driven.time.now) }, { ...sampleConnection, username: 'service-2' });
    other.checks.follow('c');
    await driven.time.advance(limits.pollingMs);
    expect(asked).toEqual([0, 90, 0, 90, 0]);
    expect(driven.seen.at(-1)?.check).toMatchObject({ account: 'service-2', askedAt: driven.time.now(), whole: false });
    expect(driven.journal.readings.find('c')).toMatchObject({ account: 'service-2', read: 100 });
  });

  test('goes on every other check when nobody looks for a document: older ones change, too', async () => {
    using driven = drivenChecks();
    const { answer, asked } = pagedService(250, { counted: true });
    const { checks } = driven.start({ overview: answer(driven.time.now) });
    checks.follow('c');
    await driven.time.advance(0);
    for (let window = 0; window < 5; window += 1) await driven.time.advance(limits.pollingMs);
    expect(asked.slice(0, 7)).toEqual([0, 90, 0, 90, 90, 0, 180]);
  });

  test('leaves every fourth check to the documents that run, and goes on where it was', async () => {
    using driven = drivenChecks();
    const { answer, asked, filters, list } = pagedService(450, { counted: true });
    for (const id of ['d3', 'd440']) list.running.add(id);
    const { checks, listed } = driven.start({ overview: answer(driven.time.now) });
    checks.follow('c');
    await driven.time.advance(0);
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    for (let window = 0; window < 6; window += 1) await driven.time.advance(limits.pollingMs);
    const running = 'in-progress';
    expect(filters).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      running,
      undefined,
      undefined,
      undefined,
    ]);
    expect(asked).toEqual([0, 90, 0, 90, 90, 0, 180, 0, 270]);
    const found = driven.seen.find(({ check }) => check.running === 'all');
    expect(found?.check.documents.map(({ documentId }) => documentId)).toEqual(['d440', 'd3']);
    expect(found?.check.whole).toBe(false);
    // They are no page of the list.
    expect(listed()).toHaveLength(100);
  });

  test('shows with each page what it says now, and drops what is gone when it is whole', async () => {
    using driven = drivenChecks();
    const { answer, list } = pagedService(250, { counted: true });
    const { checks, listed } = driven.start({ overview: answer(driven.time.now) });
    checks.follow('c');
    const windows = async (count: number) => {
      // oxlint-disable-next-line no-await-in-loop -- one window after the other
      for (let window = 0; window < count; window += 1) await driven.time.advance(limits.pollingMs);
    };
    await driven.time.advance(0);
    await windows(2);
    const older = driven.seen.at(-1)?.check;
    expect([older?.documents.length, older?.fresh?.length]).toEqual([190, 100]);
    expect(older?.fresh?.at(0)?.documentId).toBe('d160');
    // A document of the newest page leaves the list, which others push behind the page.
    expect(listed()).toContain('d200');
    list.remove(list.ids.indexOf('d200'));
    list.add(120);
    await windows(2);
    expect(listed()).toContain('d200');
    await windows(12);
    expect(driven.seen.some(({ check }) => check.whole)).toBe(true);
    expect(listed()).not.toContain('d200');
    expect(listed()).toContain('d201');
  });

  test('goes on where the question for those that run fails each time', async () => {
    using driven = drivenChecks();
    const { answer, asked, filters } = pagedService(450, { counted: true });
    const all = answer(driven.time.now);
    const { checks, published } = driven.start({
      async overview(query) {
        const answered = await all(query);
        return query.filterDocumentStatus === undefined ? answered : failed(failure('timed-out', 'unclear'));
      },
    });
    checks.follow('c');
    await driven.time.advance(0);
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    for (let window = 0; window < 7; window += 1) await driven.time.advance(limits.pollingMs);
    const question = filters.indexOf('in-progress');
    expect(asked.slice(question, question + 3)).toEqual([0, 0, 180]);
    // The window hears of each page.
    expect(published.length).toBeGreaterThanOrEqual(7);
  });

  test('tells a page again whose end the app did not live to see', async () => {
    using driven = drivenChecks();
    const { answer, asked } = pagedService(450, { counted: true });
    let isBroken = false;
    const onChecked = () => (isBroken ? Promise.reject(new Error('The disk is full.')) : undefined);
    const { checks } = driven.start({ overview: answer(driven.time.now), onChecked });
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(limits.pollingMs);
    isBroken = true;
    await driven.time.advance(limits.pollingMs);
    isBroken = false;
    await driven.time.advance(limits.pollingMs);
    expect(asked.slice(-2)).toEqual([90, 90]);
  });

  test('asks a service no more for those that run when it has answered with others, for a week', async () => {
    using driven = drivenChecks();
    const { answer, filters } = pagedService(450, { counted: true });
    const all = answer(driven.time.now);
    const { checks } = driven.start({
      async overview({ filterDocumentStatus, ...query }) {
        filters.push(filterDocumentStatus);
        return all(query);
      },
    });
    checks.follow('c');
    await driven.time.advance(0);
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    for (let window = 0; window < 12; window += 1) await driven.time.advance(limits.pollingMs);
    expect(filters.filter((one) => one !== undefined)).toHaveLength(1);
    expect(driven.seen.some(({ check }) => check.running === 'all')).toBe(false);
    driven.journal.deadlines.set('c', 'filter-ignored', driven.time.now() - 7 * 24 * 60 * minute);
    // oxlint-disable-next-line no-await-in-loop
    for (let window = 0; window < 4; window += 1) await driven.time.advance(limits.pollingMs);
    expect(filters.filter((one) => one !== undefined)).toHaveLength(2);
  });

  test('goes on every other check over restarts, too: the app may never run for two windows', async () => {
    using driven = drivenChecks();
    const { answer, asked } = pagedService(250, { counted: true });
    for (let run = 0; run < 5; run += 1) {
      const { checks } = driven.start({ overview: answer(driven.time.now) });
      checks.follow('c');
      await driven.time.advance(0);
      checks.close();
      await driven.time.advance(limits.pollingMs);
    }
    // The second run learned that pages are counted.
    expect(asked).toEqual([0, 90, 0, 90, 90, 0, 180]);
  });

  test('of a list that may be longer than its page begins once a week', async () => {
    using driven = drivenChecks();
    const list = simulatedList(40, { size: 'page' });
    const asked: (number | undefined)[] = [];
    const { checks } = driven.start({
      overview: async (query) => {
        asked.push(query.offset);
        return success(list.page(query));
      },
    });
    checks.follow('c');
    await driven.time.advance(0);
    expect(asked).toEqual([0, 30]);
    await driven.time.advance(limits.pollingMs);
    expect(asked).toEqual([0, 30, 0]);
  });

  test.each([false, true])(
    'begins when a page leaves out documents that were there, and none of them is forgotten (counted: %s)',
    async (counted) => {
      using driven = drivenChecks();
      const list = simulatedList(20, { cap: 50, size: 'page' });
      let lastAt = Number.NEGATIVE_INFINITY;
      const { checks, listed } = driven.start({
        overview: async (query) => {
          const tooSoon = counted && driven.time.now() - lastAt < limits.pollingMs;
          if (!tooSoon) lastAt = driven.time.now();
          return tooSoon ? failed(failure('busy', 'refused')) : success(list.page(query));
        },
      });
      checks.follow('c');
      await driven.time.advance(0);
      await driven.time.advance(limits.pollingMs);
      list.add(100);
      for (let window = 0; window < 12; window += 1) {
        await driven.time.advance(limits.pollingMs);
        expect(listed()).toContain('d1');
      }
      // Where pages are counted, the list has its newest page and what it had before.
      expect(listed()).toHaveLength(counted ? 70 : 120);
    },
  );

  test('tells that documents were deleted, although the page alone could not say so', async () => {
    using driven = drivenChecks();
    const list = simulatedList(20, { size: 'page' });
    const { checks, listed } = driven.start({ overview: async (query) => success(list.page(query)) });
    checks.follow('c');
    await driven.time.advance(0);
    list.remove(3, 2);
    await driven.time.advance(limits.pollingMs);
    expect(listed()).toEqual(list.ids);
  });
});
