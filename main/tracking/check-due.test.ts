import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { failed, success } from '../signing/outcome.ts';
import { settled } from '../testing/clocks.ts';
import { type CheckNeed, IDLE_MS, isCheckDue } from './check-due.ts';
import { drivenChecks, failure, minute, overview } from './testing/driven-checks.ts';

const NOW = 1_000_000_000;
const idle: CheckNeed = { checkedAt: NOW - limits.pollingMs, isOpen: false, isLookedAt: false };

test.each<[string, Partial<CheckNeed>, boolean]>([
  ['nothing is open and nobody looks', {}, false],
  ['something is open', { isOpen: true }, true],
  ['a person looks', { isLookedAt: true }, true],
  ['there was no check yet', { checkedAt: null }, true],
  ['the last check is almost too long ago', { checkedAt: NOW - IDLE_MS + 1 }, false],
  ['the last check is too long ago', { checkedAt: NOW - IDLE_MS }, true],
  ['the clock was set back', { checkedAt: NOW + 1 }, true],
])('a check when %s', (_what, more, isDue) => {
  expect(isCheckDue({ ...idle, ...more }, NOW)).toBe(isDue);
});

test('nothing is lost in a pause: it is shorter than any time after which the service deletes something', () => {
  expect(IDLE_MS).toBeLessThan(Math.min(...Object.values(limits.lifecycleMs)) / 24);
});

describe('a connection where nothing is open', () => {
  async function idleChecks() {
    const driven = drivenChecks();
    driven.tracked.clear();
    const { checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    checks.windowShown(false);
    return { driven, checks };
  }

  test('is checked every four hours while the window is hidden, and never forgotten', async () => {
    const { driven } = await idleChecks();
    using _ = driven;
    await driven.time.advance(IDLE_MS - 1);
    expect(driven.asked()).toBe(1);
    for (let hours = 0; hours < 24; hours += 1) await driven.time.advance(IDLE_MS / 4);
    expect(driven.asked()).toBeGreaterThanOrEqual(6);
  });

  test('is checked when the window is shown, at the next allowed moment', async () => {
    const { driven, checks } = await idleChecks();
    using _ = driven;
    checks.windowShown(true);
    await driven.time.advance(limits.pollingMs - 1);
    expect(driven.asked()).toBe(1);
    await driven.time.advance(1);
    expect(driven.asked()).toBe(2);
    checks.windowShown(false);
    await driven.time.advance(2 * limits.pollingMs);
    expect(driven.asked()).toBe(2);
    checks.windowShown(true);
    await driven.time.advance(0);
    await settled();
    expect(driven.asked()).toBe(3);
  });

  test('is checked in the next window after something was sent, which only that check shows, or after sleep', async () => {
    const { driven, checks } = await idleChecks();
    using _ = driven;
    await driven.time.advance(limits.pollingMs);
    checks.wanted('c');
    await driven.time.advance(0);
    expect(driven.asked()).toBe(2);
    await driven.time.advance(2 * limits.pollingMs);
    expect(driven.asked()).toBe(2);
    checks.wake();
    await driven.time.advance(0);
    expect(driven.seen.filter(({ id }) => id === 'c')).toHaveLength(3);
  });

  test('is checked again soon after a failure, and after what was sent while a check was under way', async () => {
    using driven = drivenChecks();
    driven.tracked.clear();
    let isLost = true;
    const { checks } = driven.start({
      async overview() {
        if (isLost) return failed(failure('unreachable', 'never-sent'));
        checks.wanted('c');
        return success(overview());
      },
    });
    checks.follow('c');
    checks.windowShown(false);
    await driven.time.advance(0);
    isLost = false;
    await driven.time.advance(minute);
    expect(driven.asked()).toBe(2);
    await driven.time.advance(limits.pollingMs);
    expect(driven.asked()).toBe(3);
  });

  test('is checked while something is open', async () => {
    const { driven } = await idleChecks();
    using _ = driven;
    driven.tracked.add('c');
    await driven.time.advance(2 * limits.pollingMs);
    expect(driven.asked()).toBe(3);
  });
});
