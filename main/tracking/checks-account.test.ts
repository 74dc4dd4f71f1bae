import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { failed, success } from '../signing/outcome.ts';
import { createPace } from './pace.ts';
import { drivenChecks, failure, minute, overview } from './testing/driven-checks.ts';
import { simulatedList } from './testing/simulated-list.ts';

const hour = 60 * minute;

describe('a pause that another reader was asked for', () => {
  test('moves the next check, which a person is told, also after a restart', async () => {
    using driven = drivenChecks();
    const { checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    const pace = createPace({ clock: driven.time, journal: driven.journal });
    pace.note('c', failed(failure('busy', 'refused', { retryAfterMs: hour })));
    const end = driven.time.now() + hour;
    await driven.time.advance(hour - 1);
    expect(driven.asked()).toBe(1);
    expect(checks.now('c')).toEqual({ ok: false, next: end });
    checks.close();

    const second = driven.start();
    second.checks.follow('c');
    await driven.time.advance(0);
    expect([driven.asked(), second.state.get().check.next]).toEqual([1, end]);
    await driven.time.advance(1);
    expect(driven.asked()).toBe(2);
  });

  test('lasts as long as it was asked for when the clock is set back', async () => {
    using driven = drivenChecks();
    const pace = createPace({ clock: driven.time, journal: driven.journal });
    pace.note('c', failed(failure('unavailable', 'refused', { retryAfterMs: hour })));
    driven.time.set(driven.time.now() - 100 * hour);
    expect(pace.pauseEnd('c')).toBe(driven.time.now() + hour);
    const { checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(hour - 1);
    expect(driven.asked()).toBe(0);
    await driven.time.advance(1);
    expect(driven.asked()).toBe(1);
  });
});

describe('an account that is connected twice', () => {
  test('is checked once per window, by its connections in turn', async () => {
    using driven = drivenChecks({ c: 'service-1', d: 'service-1' });
    const moments: number[] = [];
    const { checks } = driven.start({
      async overview({ offset = 0 }) {
        if (offset > 0) return success(overview());
        moments.push(driven.time.now());
        return success(overview('a'));
      },
    });
    driven.wanted.add('d');
    checks.follow('c');
    checks.start();
    await driven.time.advance(6 * (limits.pollingMs + minute));
    const pauses = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(limits.pollingMs);
    expect(moments.length).toBeGreaterThanOrEqual(6);
    expect(driven.seen.map(({ id }) => id).slice(0, 6)).toEqual(['c', 'd', 'c', 'd', 'c', 'd']);
  });

  test.each(['never-sent', 'refused'] as const)(
    'is not asked without pause while its checks fail: %s',
    async (certainty) => {
      using driven = drivenChecks({ c: 'service-1', d: 'service-1' });
      let asks = 0;
      const { checks } = driven.start({
        async overview() {
          asks += 1;
          if (asks > 50) checks.close();
          return failed(failure('unreachable', certainty));
        },
      });
      driven.wanted.add('d');
      checks.follow('c');
      checks.start();
      await driven.time.advance(minute - 1_000);
      expect(asks).toBeLessThanOrEqual(2);
    },
  );

  test('serves the connection that came too late for a window with the next one', async () => {
    using driven = drivenChecks({ c: 'service-1', d: 'service-1' });
    const { checks } = driven.start({
      // The other connection is wanted while this one is being answered.
      async overview({ offset = 0 }) {
        if (offset > 0) return success(overview());
        checks.wanted('d');
        return new Promise((resolve) => void driven.time.after(2_000, () => resolve(success(overview('a')))));
      },
    });
    driven.wanted.add('d');
    checks.follow('c');
    await driven.time.advance(4 * limits.pollingMs);
    expect(driven.seen.map(({ id }) => id).slice(0, 4)).toEqual(['c', 'd', 'c', 'd']);
  });

  test('leaves the window to the shown connection while the other one is signed out', async () => {
    using driven = drivenChecks({ c: 'service-1', d: 'service-1' });
    const { checks, state } = driven.start();
    driven.wanted.add('d');
    state.publish({
      connections: state.get().connections.map((one) => (one.id === 'd' ? { ...one, signedIn: 'again' } : one)),
    });
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(limits.pollingMs);
    expect(driven.seen.map(({ id }) => id)).toEqual(['c', 'c']);
  });
});

test('the list of an account that comes back is read to its end again', async () => {
  using driven = drivenChecks();
  const list = simulatedList(20, { cap: 50, size: 'page' });
  const { checks, listed } = driven.start({ overview: async (query) => success(list.page(query)) });
  checks.follow('c');
  await driven.time.advance(0);
  for (const username of ['service-2', 'service-1'])
    driven.journal.connections.save({ ...sampleConnection, id: 'c', username }, 0);
  list.add(100);
  await driven.time.advance(limits.pollingMs);
  expect(listed()).toHaveLength(120);
});
