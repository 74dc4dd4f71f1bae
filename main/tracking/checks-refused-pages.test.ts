import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { failed, success } from '../signing/outcome.ts';
import type { OverviewQuery } from '../signing/requests.ts';
import { drivenChecks, failure, minute } from './testing/driven-checks.ts';
import { pagedService, shownBy } from './testing/paged-service.ts';
import { simulatedList } from './testing/simulated-list.ts';

/** A service whose further pages are refused in the windows with these numbers. */
function refusingIn(refusing: readonly number[], refusal = failure('busy', 'refused')) {
  const list = simulatedList(250, { cap: 100 });
  const windows: number[][] = [];
  const overview = async (query: OverviewQuery) => {
    const { offset = 0 } = query;
    if (offset === 0) windows.push([]);
    windows.at(-1)?.push(offset);
    const isRefused = offset > 0 && refusing.includes(windows.length);
    return isRefused ? failed(refusal) : success(list.page(query));
  };
  return { list, windows, overview };
}

describe('a refusal of a further page', () => {
  test.each([
    ['of the service', failure('busy', 'refused', { status: 429, retryAfterMs: minute })],
    ['of a gateway', failure('unavailable', 'unclear', { status: 503 })],
  ])('may be an accident %s: the next window asks for further pages again', async (_of, refusal) => {
    using driven = drivenChecks();
    const { windows, overview } = refusingIn([1], refusal);
    driven.wanted.add('c');
    const { checks } = driven.start({ overview });
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(limits.pollingMs);
    expect(windows).toEqual([
      [0, 90],
      [0, 90, 180],
    ]);
    expect(shownBy(driven).at(-1)).toEqual([250, true]);
  });

  test('means that pages are counted when it comes in two windows in a row', async () => {
    using driven = drivenChecks();
    const { windows, overview } = refusingIn([1, 2]);
    driven.wanted.add('c');
    const { checks } = driven.start({ overview });
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(limits.pollingMs);
    expect(driven.journal.deadlines.get('c', 'pages-counted')).toBe(driven.time.now());
    expect(windows).toEqual([
      [0, 90],
      [0, 90],
    ]);
  });

  test('proves nothing about pages when another page of its window was answered', async () => {
    using driven = drivenChecks();
    const list = simulatedList(250, { cap: 100 });
    const asked: (number | undefined)[] = [];
    driven.wanted.add('c');
    const { checks } = driven.start({
      async overview(query) {
        asked.push(query.offset);
        return query.offset === 180 ? failed(failure('unavailable', 'unclear')) : success(list.page(query));
      },
    });
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(limits.pollingMs);
    expect(driven.journal.deadlines.get('c', 'pages-counted')).toBeNull();
    expect(asked).toEqual([0, 90, 180, 0, 180]);
  });
});

describe('what is known of the whole list', () => {
  const known = ({ state }: ReturnType<ReturnType<typeof drivenChecks>['start']>) => {
    const { isWhole, unlisted } = state.get().check;
    return [isWhole, unlisted];
  };

  test('is little while its pages are counted and each tells its own size, until it was read to its end', async () => {
    using driven = drivenChecks();
    const list = simulatedList(250, { cap: 100, size: 'page' });
    let lastAt = Number.NEGATIVE_INFINITY;
    const overview = async (query: OverviewQuery) => {
      const tooSoon = driven.time.now() - lastAt < limits.pollingMs;
      if (!tooSoon) lastAt = driven.time.now();
      return tooSoon ? failed(failure('busy', 'refused')) : success(list.page(query));
    };
    const first = driven.start({ overview });
    first.checks.follow('c');
    await driven.time.advance(0);
    expect([known(first), first.listed().length]).toEqual([[false, 0], 100]);
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    for (let window = 0; window < 12; window += 1) await driven.time.advance(limits.pollingMs);
    // Those behind the newest page were read, and have no place in the list.
    expect([known(first), first.listed().length]).toEqual([[true, 150], 100]);
    first.checks.close();

    const second = driven.start({ overview });
    second.checks.follow('c');
    expect(known(second)).toEqual([true, 150]);
    await driven.time.advance(limits.pollingMs);
    expect(known(second)).toEqual([true, 150]);
    second.checks.close();

    // More than a page came while the app was closed. Nobody has seen those behind the page.
    list.add(150);
    const third = driven.start({ overview });
    third.checks.follow('c');
    await driven.time.advance(limits.pollingMs);
    await driven.time.advance(limits.pollingMs);
    expect(known(third)[0]).toBe(false);
  });

  test('is read anew where more than a page came since the reading began, and is everything at the end', async () => {
    using driven = drivenChecks();
    const list = simulatedList(250, { cap: 100, size: 'none' });
    let refused = 180;
    driven.wanted.add('c');
    const started = driven.start({
      overview: async (query) =>
        query.offset === refused ? failed(failure('busy', 'refused')) : success(list.page(query)),
    });
    started.checks.follow('c');
    await driven.time.advance(0);
    expect(shownBy(driven)).toEqual([[190, false]]);
    refused = -1;
    list.add(150);
    await driven.time.advance(limits.pollingMs);
    expect([known(started)[0], shownBy(driven).at(-1)]).toEqual([true, [400, true]]);
  });

  test('is how many there are, where the service says it and refuses the rest', async () => {
    using driven = drivenChecks();
    const { overview } = refusingIn([1]);
    const started = driven.start({ overview });
    started.checks.follow('c');
    await driven.time.advance(0);
    expect(known(started)).toEqual([false, 150]);
    // The second check reads on behind a gap, and the third one lists all.
    await driven.time.advance(limits.pollingMs);
    expect(known(started)).toEqual([true, 150]);
    await driven.time.advance(limits.pollingMs);
    expect(known(started)).toEqual([true, 0]);
  });

  test.each([0, 9, 40])('is everything after one check of %s documents with free pages', async (count) => {
    using driven = drivenChecks();
    const list = simulatedList(count, { size: 'none' });
    const started = driven.start({ overview: async (query) => success(list.page(query)) });
    expect(known(started)).toEqual([false, 0]);
    started.checks.follow('c');
    await driven.time.advance(0);
    expect(known(started)).toEqual([true, 0]);
    // A document that was deleted from here is no longer in the list, and is not missing from it.
    driven.journal.documentsSeen.drop('c', ['d1']);
    started.checks.follow('c');
    expect(known(started)).toEqual([true, 0]);
  });

  test('is not everything where the service shows nothing of what was there', async () => {
    using driven = drivenChecks();
    const { list, answer } = pagedService(250, { counted: true });
    const started = driven.start({ overview: answer(driven.time.now) });
    started.checks.follow('c');
    await driven.time.advance(0);
    list.remove(0, 250);
    await driven.time.advance(limits.pollingMs);
    expect(known(started)[0]).toBe(false);
  });
});
