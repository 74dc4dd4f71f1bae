import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { failed, success } from '../signing/outcome.ts';
import type { OverviewQuery } from '../signing/requests.ts';
import { createPace } from './pace.ts';
import { drivenChecks, failure, minute } from './testing/driven-checks.ts';
import { simulatedList } from './testing/simulated-list.ts';

const hour = 60 * minute;

async function checkedOnce(driven: ReturnType<typeof drivenChecks>) {
  const started = driven.start();
  started.checks.follow('c');
  await driven.time.advance(0);
  expect(driven.asked()).toBe(1);
  return started;
}

const FIFTEEN_MINUTES = 15 * minute;

describe('a clock that was set forward while the app was closed', () => {
  test('does not bring the next check forward: the service’s own time counts', async () => {
    using driven = drivenChecks();
    const { checks } = await checkedOnce(driven);
    checks.close();
    driven.time.set(driven.time.now() + hour);
    // Two minutes have really passed, and the service's clock shows it.
    driven.setSkew(-hour + 2 * minute);
    const again = driven.start();
    again.checks.follow('c');
    await driven.time.advance(0);
    expect([driven.asked(), again.state.get().check.problem]).toEqual([1, null]);
    expect(driven.time.waiting()).toEqual([limits.pollingMs - 2 * minute]);
    await driven.time.advance(limits.pollingMs - 2 * minute);
    expect(driven.asked()).toBe(2);
  });

  test('seconds that the service’s time cannot tell do not bring the next check forward', async () => {
    using driven = drivenChecks();
    const { checks } = await checkedOnce(driven);
    checks.close();
    const passed = FIFTEEN_MINUTES - 1_000;
    driven.time.set(driven.time.now() + hour);
    driven.setSkew(-hour + passed);
    const again = driven.start();
    again.checks.follow('c');
    await driven.time.advance(0);
    expect(driven.asked()).toBe(1);
  });

  test('does not delay one whose time has really come', async () => {
    using driven = drivenChecks();
    const { checks } = await checkedOnce(driven);
    checks.close();
    driven.time.set(driven.time.now() + hour);
    const again = driven.start();
    again.checks.follow('c');
    await driven.time.advance(0);
    expect(driven.asked()).toBe(2);
  });

  test('a service whose own clock went back delays nothing', async () => {
    using driven = drivenChecks();
    const { checks } = await checkedOnce(driven);
    checks.close();
    driven.time.set(driven.time.now() + hour);
    driven.setSkew(-2 * hour);
    const again = driven.start();
    again.checks.follow('c');
    await driven.time.advance(0);
    expect(driven.asked()).toBe(2);
  });
});

test('a reading that seems to have begun tomorrow is begun anew: it would prove too much', async () => {
  using driven = drivenChecks();
  const list = simulatedList(250, { cap: 100 });
  const overview = async (query: OverviewQuery) =>
    query.offset ? failed(failure('busy', 'refused')) : success(list.page(query));
  driven.wanted.add('c');
  const first = driven.start({ overview });
  first.checks.follow('c');
  await driven.time.advance(0);
  first.checks.close();
  expect(driven.journal.readings.find('c')?.beganAt).toBe(driven.time.now());
  driven.time.set(driven.time.now() - 24 * hour);
  const again = driven.start({ overview });
  again.checks.follow('c');
  await driven.time.advance(limits.pollingMs);
  expect(driven.queries.slice(-2).map((query) => query?.offset)).toEqual([0, 90]);
  expect(driven.seen.at(-1)?.check.askedAt).toBe(driven.time.now());
});

describe('a clock that is set while the app runs', () => {
  test.each([
    ['forward', 5 * hour],
    ['back', -5 * hour],
  ])('%s: the right next check is shown at once, and as much is left of the wait', async (_, byMs) => {
    using driven = drivenChecks();
    const { checks, state } = await checkedOnce(driven);
    const asOf = driven.time.now();
    await driven.time.advance(5 * minute);
    driven.time.set(driven.time.now() + byMs);
    checks.clockMoved(byMs);
    const left = limits.pollingMs - 5 * minute;
    const next = driven.time.now() + left;
    expect(state.get().check).toMatchObject({ next, asOf: asOf + byMs });
    expect(checks.now('c')).toEqual({ ok: false, next });
    expect(driven.time.waiting()).toEqual([left]);
    await driven.time.advance(left - 1);
    expect(driven.asked()).toBe(1);
    await driven.time.advance(1);
    expect(driven.asked()).toBe(2);
  });

  test('a pause that the service asked another connection of the account for keeps its length', async () => {
    using driven = drivenChecks({ c: 'service-1', d: 'service-1' });
    const { checks } = await checkedOnce(driven);
    const pace = createPace({ clock: driven.time, journal: driven.journal });
    pace.note('d', failed(failure('busy', 'refused', { retryAfterMs: 4 * hour })));
    await driven.time.advance(hour);
    driven.time.set(driven.time.now() - 24 * hour);
    checks.clockMoved(-24 * hour);
    expect(pace.refusal('c')?.retryAfterMs).toBe(3 * hour);
  });

  test('a connection that was never asked may be asked at once', async () => {
    using driven = drivenChecks();
    const { checks } = driven.start();
    driven.time.set(driven.time.now() + hour);
    checks.clockMoved(hour);
    checks.follow('c');
    await driven.time.advance(0);
    expect(driven.asked()).toBe(1);
  });
});
