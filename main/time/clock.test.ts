import { describe, expect, test } from 'vitest';
import { createDrivenClock, stoppedClock } from '../testing/clocks.ts';
import { createSteadyClock } from './clock.ts';
import { watchClock } from './clock-watch.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const BEGIN = 1_000_000_000;

/** A fake computer whose clock can be set, and which can sleep. */
function computer() {
  const time = createDrivenClock(5_000);
  let ahead = BEGIN - 5_000;
  const system = { ...time, monotonic: time.now, now: () => time.now() + ahead };
  return {
    system,
    advance: time.advance,
    set(byMs: number): void {
      ahead += byMs;
    },
    /** No timer fires during a sleep, and the monotonic clock counts it. */
    jump: (ms: number) => time.set(time.now() + ms),
    /** No timer fires during a sleep. Some systems also stop the monotonic clock. */
    sleep(ms: number): void {
      ahead += ms;
    },
    waiting: time.waiting,
  };
}

describe('the steady clock', () => {
  test('shows the computer’s time and advances with it', async () => {
    const { system, advance } = computer();
    const clock = createSteadyClock(system);
    expect(clock.now()).toBe(BEGIN);
    await advance(7 * SECOND);
    expect([clock.now(), clock.driftMs()]).toEqual([BEGIN + 7 * SECOND, 0]);
  });

  test.each([HOUR, -HOUR])('ignores when the computer’s clock is set by %i ms', async (byMs) => {
    const { system, advance, set } = computer();
    const clock = createSteadyClock(system);
    set(byMs);
    await advance(SECOND);
    expect([clock.now(), clock.driftMs()]).toEqual([BEGIN + SECOND, byMs]);
  });

  test('shows the computer’s time again after follow', () => {
    const { system, set } = computer();
    const clock = createSteadyClock(system);
    set(HOUR);
    clock.follow();
    expect([clock.now(), clock.driftMs()]).toEqual([BEGIN + HOUR, 0]);
  });

  test('counts in whole milliseconds', () => {
    const clock = createSteadyClock({ ...stoppedClock(BEGIN), monotonic: () => 0.4 });
    clock.follow();
    expect(Number.isInteger(clock.now())).toBe(true);
  });
});

describe('the clock watch', () => {
  function watched() {
    const machine = computer();
    const clock = createSteadyClock(machine.system);
    const moves: number[] = [];
    const sleeps: number[] = [];
    const watch = watchClock({
      clock,
      onMoved: (byMs) => void moves.push(byMs),
      onAwake: (sleptMs) => void sleeps.push(sleptMs),
    });
    return { ...machine, clock, moves, sleeps, watch };
  }

  test.each([HOUR, -HOUR])('reports within a minute, once, that the clock was set by %i ms', async (byMs) => {
    const { advance, set, clock, moves } = watched();
    await advance(SECOND);
    set(byMs);
    await advance(60 * SECOND);
    expect(moves).toEqual([byMs]);
    await advance(600 * SECOND);
    expect([moves, clock.now()]).toEqual([[byMs], BEGIN + byMs + 661 * SECOND]);
  });

  test('ignores a correction by a fraction of a second', async () => {
    const { advance, set, moves } = watched();
    set(1_900);
    await advance(600 * SECOND);
    expect(moves).toEqual([]);
  });

  test('adds up small corrections', async () => {
    const { advance, set, moves } = watched();
    for (let corrections = 0; corrections < 3; corrections += 1) {
      set(900);
      await advance(61 * SECOND);
    }
    expect(moves).toEqual([2_700]);
  });

  test('counts a sleep as waited time', async () => {
    const { advance, sleep, clock, moves, watch } = watched();
    sleep(8 * HOUR);
    watch.wake();
    expect(clock.now()).toBe(BEGIN + 8 * HOUR);
    await advance(600 * SECOND);
    expect(moves).toEqual([]);
  });

  test.each([true, false])('measures a sleep, if the system’s counter counts it: %s', async (counted) => {
    const { advance, jump, sleep, sleeps, watch } = watched();
    await advance(SECOND);
    watch.suspend();
    (counted ? jump : sleep)(8 * HOUR);
    watch.wake();
    watch.wake();
    expect(sleeps).toEqual([8 * HOUR, 0]);
  });

  test('measures a sleep that was not told, where the system’s counter stops', () => {
    const { sleep, sleeps, watch } = watched();
    sleep(HOUR);
    watch.wake();
    expect(sleeps).toEqual([HOUR]);
  });

  test('takes no change of the clock for a sleep when somebody unlocks the screen', async () => {
    const { advance, set, clock, moves, sleeps, watch } = watched();
    set(HOUR);
    watch.unlock();
    expect([moves, sleeps, clock.now()]).toEqual([[HOUR], [0], BEGIN + HOUR]);
    await advance(600 * SECOND);
    expect(moves).toEqual([HOUR]);
  });

  test('counts no change before the sleep as slept', () => {
    const { set, sleep, moves, sleeps, watch } = watched();
    set(HOUR);
    watch.suspend();
    sleep(SECOND * 30);
    watch.wake();
    expect([moves, sleeps]).toEqual([[HOUR], [30 * SECOND]]);
  });

  test('ends a sleep at the unlocking, and a sleep that never came after a minute', async () => {
    const { advance, sleep, sleeps, watch } = watched();
    watch.suspend();
    sleep(HOUR);
    watch.unlock();
    watch.suspend();
    await advance(61 * SECOND);
    expect(sleeps).toEqual([HOUR, 60 * SECOND]);
  });

  test('leaves no timer after close', async () => {
    const { advance, watch, waiting } = watched();
    await advance(120 * SECOND);
    watch.suspend();
    watch.close();
    expect(waiting()).toEqual([]);
  });
});
