import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { directTextMarkReader } from '../text-marks/testing/direct-text-mark-reader.ts';
import { pauseOf } from './folder-rule.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const putMany = (kind: string, count: number) => {
  for (let number = 0; number < count; number += 1) world.put(`${kind} ${number}.pdf`);
};
const sent = () => world.submissions().filter(({ goal }) => goal === 'send').length;

describe('a person who moves the clock of the computer', () => {
  test('forward by an hour gets no more documents sent in this hour', async () => {
    putMany('First', 8);
    const app = await world.begin();
    await app.add({ goal: 'send', perHour: 5 });
    await app.pass(A_WHILE);
    expect(sent()).toBe(5);
    app.time.set(HOUR);
    putMany('Second', 8);
    await app.pass(A_WHILE);
    expect(world.submissions()).toHaveLength(16);
    expect(sent()).toBe(5);
    await app.pass(HOUR);
    putMany('Third', 8);
    await app.pass(A_WHILE);
    expect(sent()).toBe(10);
    await app.end();
  });

  test('back by ten hours does not stop the folder for ten hours', async () => {
    putMany('First', 8);
    const app = await world.begin();
    await app.add({ goal: 'send', perHour: 5 });
    await app.pass(A_WHILE);
    app.time.set(-10 * HOUR);
    await app.pass(HOUR);
    putMany('Second', 8);
    await app.pass(A_WHILE);
    expect(sent()).toBe(10);
    await app.end();
  });

  test.each([
    ['forward by an hour', HOUR],
    ['back by ten hours', -10 * HOUR],
  ])('%s does not change how long a pause of an hour lasts', async (_where, moved) => {
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    app.folders.pause(id, 'hour');
    app.time.set(moved);
    world.put('Contract.pdf');
    await app.pass(55 * MINUTE);
    expect(world.names()).toEqual([]);
    expect(app.view(id)?.status).toBe('paused');
    await app.pass(10 * MINUTE);
    expect(world.names()).toEqual(['Contract.pdf']);
    await app.end();
  });
});

describe('a clock that is set before the app begins anew', () => {
  /** Sends five documents, perhaps pauses the folder for an hour, and sets the clock forward by an hour. */
  async function setForward(isPaused: boolean): Promise<void> {
    putMany('First', 8);
    const app = await world.begin();
    const id = await app.add({ goal: 'send', perHour: 5 });
    await app.pass(A_WHILE);
    if (isPaused) app.folders.pause(id, 'hour');
    app.time.set(HOUR);
    await app.end();
    expect(sent()).toBe(5);
    putMany('Second', 8);
  }

  test.each([
    ['once', 1],
    ['three times', 3],
  ])('gets no more documents sent in this hour, however often it begins: %s', async (_times, restarts) => {
    await setForward(false);
    for (let number = 1; number < restarts; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      const run = await world.begin();
      // oxlint-disable-next-line no-await-in-loop
      await run.pass(A_WHILE);
      run.time.set(HOUR);
      // oxlint-disable-next-line no-await-in-loop
      await run.end();
    }
    const app = await world.begin();
    await app.pass(A_WHILE);
    expect([world.submissions().length, sent()]).toEqual([16, 5]);
    await app.pass(HOUR);
    putMany('Third', 8);
    await app.pass(A_WHILE);
    expect(sent()).toBe(10);
    await app.end();
  });

  test('does not end a pause of an hour', async () => {
    await setForward(true);
    const app = await world.begin();
    await app.pass(55 * MINUTE);
    expect([world.submissions().length, app.state.get().folders[0]?.status]).toEqual([8, 'paused']);
    // The card does not say a time that is over.
    expect(app.state.get().folders[0]?.pausedUntil).toBeGreaterThan(app.time.clock.now());
    await app.pass(10 * MINUTE);
    expect(world.submissions().length).toBe(16);
    await app.end();
  });

  test.each([
    ['the computer was switched on since then', () => Date.now()],
    ['nobody knows how long the computer has been running', undefined],
  ])('decides where %s', async (_why, bootedAt) => {
    await setForward(false);
    const app = await world.begin({ bootedAt });
    await app.pass(A_WHILE);
    expect(sent()).toBe(10);
    await app.end();
  });
});

describe('a pause that a person ends', () => {
  test('while the folder is being looked at ends within seconds', async () => {
    let resume: (() => void) | null = null;
    const isReadable = async () => {
      resume?.();
      resume = null;
      return true;
    };
    const app = await world.begin({ documentReader: { ...directTextMarkReader, isReadable } });
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    app.folders.pause(id, 'always');
    await app.pass(1_000);
    resume = () => void app.folders.pause(id, 'resume');
    world.put('Contract.pdf');
    app.hearers.at(-1)?.hint('Contract.pdf');
    await app.pass(10_000);
    expect(resume).toBe(null);
    expect(app.view(id)?.status).toBe('watching');
    expect(world.names()).toEqual(['Contract.pdf']);
    await app.end();
  });
});

describe('a pause until tomorrow', () => {
  const before = process.env['TZ'];
  beforeEach(() => {
    process.env['TZ'] = 'Europe/Zurich';
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  test.each([
    ['an ordinary night', '2026-06-10T12:00:00Z', '2026-06-11T05:00:00Z'],
    ['the night that is an hour shorter', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00Z'],
    ['the night that is an hour longer', '2026-10-24T12:00:00Z', '2026-10-25T06:00:00Z'],
    ['the last minute of a day', '2026-10-24T21:59:30Z', '2026-10-25T06:00:00Z'],
    ['the first minute of a day', '2026-10-24T22:00:30Z', '2026-10-26T06:00:00Z'],
    ['the last day of a year', '2026-12-31T20:00:00Z', '2027-01-01T06:00:00Z'],
  ])('ends at seven by the clock on the wall, also after %s', (_night, at, end) => {
    const since = { at: Date.parse(at), bootedAt: null };
    expect(pauseOf('tomorrow', since)).toEqual({ until: Date.parse(end), since });
  });
});
