import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import type { Overview } from '../signing/answers/overview.ts';
import { type Outcome, success } from '../signing/outcome.ts';
import { settled } from '../testing/clocks.ts';
import { IDLE_MS } from './check-due.ts';
import { drivenChecks, minute, overview } from './testing/driven-checks.ts';

describe('the time of a check', () => {
  test('the first check comes at once, the next one a full window later', async () => {
    using driven = drivenChecks();
    driven.answers.push(success(overview('a')), success(overview('a', 'b')));
    const { state, checks, listed } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    expect(listed()).toEqual(['a']);
    expect(state.get().check).toMatchObject({
      asOf: driven.time.now(),
      next: driven.time.now() + limits.pollingMs,
      isWhole: true,
      unlisted: 0,
    });
    await driven.time.advance(limits.pollingMs - 1);
    expect(driven.asked()).toBe(1);
    await driven.time.advance(1);
    expect(driven.asked()).toBe(2);
    expect(listed()).toEqual(['a', 'b']);
  });

  test('the person cannot check earlier, and is told when it becomes possible', async () => {
    using driven = drivenChecks();
    const { checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(5 * minute);
    expect(checks.now('c')).toEqual({ ok: false, next: driven.time.now() + limits.pollingMs - 5 * minute });
    expect(driven.asked()).toBe(1);
  });

  test('the practice service is asked again at once, and then as every other one', async () => {
    using driven = drivenChecks();
    driven.answers.push(success(overview('a')), success(overview('a', 'b')));
    const { checks, listed } = driven.start();
    checks.follow('c');
    await driven.time.advance(5 * minute);
    expect(driven.asked()).toBe(1);
    checks.allowNow('c');
    await driven.time.advance(0);
    expect([driven.asked(), listed()]).toEqual([2, ['a', 'b']]);
    expect(checks.now('c')).toEqual({ ok: false, next: driven.time.now() + limits.pollingMs });
  });

  test('the window survives a restart, and so does the list', async () => {
    using driven = drivenChecks();
    driven.answers.push(success(overview('a')));
    const first = driven.start();
    first.checks.follow('c');
    await driven.time.advance(0);
    first.checks.close();

    await driven.time.advance(limits.pollingMs - minute);
    const second = driven.start();
    second.checks.follow('c');
    await driven.time.advance(0);
    expect(driven.asked()).toBe(1);
    expect(second.listed()).toEqual(['a']);
    expect(second.state.get().check).toMatchObject({
      asOf: driven.time.now() - limits.pollingMs + minute,
      next: driven.time.now() + minute,
      isWhole: true,
      unlisted: 0,
    });
    await driven.time.advance(minute);
    expect(driven.asked()).toBe(2);
  });

  test('the window is spent before the request leaves: a crash in between costs a wait, not a second check', async () => {
    using driven = drivenChecks();
    const never = Promise.withResolvers<Outcome<Overview>>();
    const { checks } = driven.start({ overview: () => never.promise });
    checks.follow('c');
    await driven.time.advance(0);
    expect(driven.journal.deadlines.get('c', 'next-check')).toBe(driven.time.now() + limits.pollingMs + minute);
  });

  test('a window is counted from the answer: a request that was long on its way is no excuse for an early next one', async () => {
    using driven = drivenChecks();
    const slow = Promise.withResolvers<Outcome<Overview>>();
    const { state, checks } = driven.start({ overview: () => slow.promise });
    checks.follow('c');
    await driven.time.advance(0);
    await driven.time.advance(20_000);
    slow.resolve(success(overview('a')));
    await settled();
    expect(state.get().check.next).toBe(driven.time.now() + limits.pollingMs);
  });

  test('a clock that was set back a day locks the list for one window at most', async () => {
    using driven = drivenChecks();
    const { checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    driven.time.set(driven.time.now() - 24 * 60 * minute);
    expect(checks.now('c')).toEqual({ ok: false, next: driven.time.now() + limits.pollingMs });
    driven.time.set(driven.time.now() + limits.pollingMs);
    expect(checks.now('c')).toEqual({ ok: true });
  });

  test('a connection that is not shown is checked while something waits for it, and rarely afterwards', async () => {
    using driven = drivenChecks();
    const { checks } = driven.start();
    driven.wanted.add('d');
    checks.wanted('d');
    checks.wanted('d');
    expect(driven.time.waiting()).toEqual([0]);
    await driven.time.advance(0);
    expect(driven.seen.map(({ id }) => id)).toEqual(['d']);
    expect(driven.time.waiting()).toEqual([limits.pollingMs]);
    driven.wanted.delete('d');
    await driven.time.advance(limits.pollingMs);
    expect([driven.asked(), driven.time.waiting()]).toEqual([1, [limits.pollingMs]]);
    await driven.time.advance(IDLE_MS);
    expect(driven.asked()).toBe(2);
  });

  test('a connection that wants a check gets it no earlier: the window holds for everybody', async () => {
    using driven = drivenChecks();
    const { checks } = driven.start();
    checks.follow('c');
    await driven.time.advance(0);
    driven.wanted.add('c');
    checks.wanted('c');
    await driven.time.advance(limits.pollingMs - 1);
    expect(driven.asked()).toBe(1);
    await driven.time.advance(1);
    expect(driven.asked()).toBe(2);
  });
});
