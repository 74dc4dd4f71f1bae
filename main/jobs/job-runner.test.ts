import { describe, expect, onTestFinished, test } from 'vitest';
import { createDrivenClock } from '../testing/clocks.ts';
import { measureTurnsBy } from '../time/slices.ts';
import type { JobKind, RunnerFact } from './job-kind.ts';
import { JobRunner } from './job-runner.ts';

interface Letter {
  readonly id: string;
  readonly connectionId: string;
  readonly changedAt: number;
  /** `doubt`: the letter may have been sent, so we look for it first. */
  readonly stage: 'ready' | 'calling' | 'doubt' | 'done';
  readonly nextTryAt: number;
}
type LetterFact = { readonly kind: 'due' | 'command' } | { readonly kind: 'called'; readonly ok: boolean };
type Kind = JobKind<Letter, LetterFact, 'send' | 'look'>;

const BEGIN = 1_000_000;
const letter = (id: string, patch: Partial<Letter> = {}): Letter => ({
  id,
  connectionId: 'c',
  changedAt: BEGIN,
  stage: 'ready',
  nextTryAt: BEGIN,
  ...patch,
});

const decideLetter: Kind['decide'] = (before, fact: LetterFact | RunnerFact, { now }) => {
  const to = (patch: Partial<Letter>, effects: readonly ('send' | 'look')[] = []) => ({
    job: { ...before, changedAt: now, ...patch },
    effects,
    created: [],
  });
  switch (fact.kind) {
    case 'due':
      return before.stage === 'doubt'
        ? { job: before, effects: ['look'], created: [] }
        : to({ stage: 'calling' }, ['send']);
    case 'called':
      return fact.ok ? to({ stage: 'done' }) : to({ stage: 'ready', nextTryAt: now + 1_000 });
    case 'restarted':
      return before.stage === 'calling' ? to({ stage: 'doubt', nextTryAt: now }) : null;
    case 'clock-moved':
      return to({ nextTryAt: before.nextTryAt + fact.byMs });
    case 'clock-set-back':
      return to({ nextTryAt: now + Math.max(0, before.nextTryAt - before.changedAt) });
    default:
      return null;
  }
};

/** A runner of letters, whose store and calls tests hold in their hands. */
function post(patch: Partial<Kind> = {}) {
  const clock = createDrivenClock(BEGIN);
  const stored = new Map<string, Letter>();
  const log: string[] = [];
  const faults: unknown[] = [];
  const disk = { isFull: false };
  let answer: (ok: boolean) => void = () => {};
  const kind: Kind = {
    clock,
    random: () => 0.5,
    idOf: ({ id }) => id,
    dueAt: ({ stage, nextTryAt }) => (stage === 'ready' || stage === 'doubt' ? nextTryAt : null),
    isOver: ({ stage }) => stage === 'done',
    changedAt: ({ changedAt }) => changedAt,
    decide: decideLetter,
    find: (id) => stored.get(id) ?? null,
    commit(changes) {
      if (disk.isFull) return { ok: false, reason: 'unwritable', details: 'full' };
      for (const { job } of changes) stored.set(job.id, job);
      log.push(...changes.map(({ job }) => `store ${job.id} ${job.stage}`));
      return { ok: true };
    },
    isPaused: () => false,
    gate: () => ({ parallel: 1, isOpen: () => true, opensAt: () => 0, isBefore: () => false }),
    dueFact: () => ({ kind: 'due' }),
    async perform({ id }, effect) {
      log.push(`${effect} ${id}`);
      return new Promise((resolve) => {
        answer = (ok) => resolve({ kind: 'called', ok });
      });
    },
    heard: (_job, outcome) => outcome,
    onStored() {},
    onUnwritable: (details) => void log.push(`told ${details}`),
    onClockSetBack: () => void log.push('told of the clock'),
    onFault: (error) => void faults.push(error),
    ...patch,
  };
  const runner = new JobRunner(kind);
  return {
    runner,
    clock,
    disk,
    stored,
    faults,
    log: () => log.splice(0),
    async answered(ok: boolean): Promise<void> {
      answer(ok);
      await clock.advance(0);
    },
  };
}

describe('a job of any kind', () => {
  test('is stored before its call leaves, and tried again when its wait is over', async () => {
    const { runner, clock, log, answered } = post();
    runner.add([letter('a')]);
    expect(log()).toEqual(['store a calling', 'send a']);
    await answered(false);
    await clock.advance(900);
    expect(log()).toEqual(['store a ready']);
    await clock.advance(200);
    expect(log()).toEqual(['store a calling', 'send a']);
  });

  test('is called also when a bug shows in what hears that it was stored', async () => {
    const bug = new Error('a bug');
    const { runner, log, faults, stored, answered } = post({
      onStored() {
        throw bug;
      },
    });
    runner.add([letter('a'), letter('b', { nextTryAt: BEGIN + 1 })]);
    expect(log()).toEqual(['store a calling', 'send a']);
    await answered(true);
    expect(stored.get('a')?.stage).toBe('done');
    expect([...new Set(faults)]).toEqual([bug]);
  });

  test('is not called while the disk takes nothing, and no other is tried before the pause is over', async () => {
    const { runner, clock, disk, log } = post();
    disk.isFull = true;
    runner.add([letter('a')]);
    expect(log()).toEqual(['told full']);
    disk.isFull = false;
    runner.turn();
    expect(log()).toEqual([]);
    await clock.advance(6_000);
    expect(log()).toEqual(['store a calling', 'told null', 'send a']);
  });

  test('stands still until its outcome is written, and is not called a second time', async () => {
    const { runner, clock, disk, stored, log, answered } = post();
    runner.add([letter('a'), letter('b', { nextTryAt: BEGIN + 1 })]);
    disk.isFull = true;
    await answered(true);
    await clock.advance(60_000);
    expect(log()).toEqual(['store a calling', 'send a', 'told full']);
    expect(runner.book.isUnwritten('a')).toBe(true);
    disk.isFull = false;
    await clock.advance(6_000);
    expect(log()).toEqual(['store a done', 'told null', 'store b calling', 'send b']);
    expect([...runner.open.keys(), stored.get('a')?.stage]).toEqual(['b', 'done']);
  });

  test('is not looked for a second time when the clock is set back before its outcome is written', async () => {
    const { runner, clock, disk, stored, log, answered } = post();
    await runner.start([letter('a', { stage: 'calling' })]);
    expect(log()).toEqual(['store a doubt', 'look a']);
    await clock.advance(20_000);
    disk.isFull = true;
    await answered(true);
    expect(log()).toEqual(['told full']);
    clock.set(BEGIN + 10_000);
    runner.turn();
    expect(log()).toEqual([]);
    disk.isFull = false;
    await clock.advance(6_000);
    expect(log()).toEqual(['store a done', 'told null']);
    expect(stored.get('a')?.stage).toBe('done');
  });

  test('is in doubt a minute after an outcome that a fault kept from being heard', async () => {
    let isFaulty = true;
    const { runner, clock, log, answered, faults } = post({
      heard(_job, outcome) {
        if (isFaulty) throw new Error('The disk cannot be read.');
        return outcome;
      },
    });
    runner.add([letter('a')]);
    await answered(true);
    isFaulty = false;
    expect([log(), faults.length]).toEqual([['store a calling', 'send a'], 1]);
    await clock.advance(61_000);
    expect(log()).toEqual(['store a doubt', 'look a']);
  });

  test('is in doubt after a restart in the middle of its call: a look needs no new stage', async () => {
    const { runner, log } = post();
    await runner.start([letter('a', { stage: 'calling' })]);
    expect(log()).toEqual(['store a doubt', 'look a']);
  });

  test('is not called while a bug keeps it from being in doubt, is tried again, and the others go on', async () => {
    let isSound = false;
    const { runner, clock, log, faults, answered } = post({
      decide(job, fact, moment) {
        if (fact.kind === 'restarted' && job.id === 'b' && !isSound) throw new Error('a bug');
        return decideLetter(job, fact, moment);
      },
    });
    await runner.start([letter('a'), letter('b', { stage: 'calling' })]);
    expect(log()).toEqual(['store a calling', 'send a']);
    await answered(true);
    expect(log()).toEqual(['store a done']);
    await clock.advance(61_000);
    expect([faults.length, log()]).toEqual([2, []]);
    isSound = true;
    await clock.advance(61_000);
    expect([faults.length, log()]).toEqual([2, ['store b doubt', 'look b']]);
  });

  test('needs no turn while the start has not reached it: the end of the start takes one', async () => {
    const clock = createDrivenClock(BEGIN);
    const waits: number[] = [];
    const loaded: number[] = [];
    const after: typeof clock.after = (ms, callback) => {
      waits.push(ms);
      return clock.after(ms, callback);
    };
    const { runner, log } = post({ clock: { ...clock, after } });
    const later = BEGIN + 1_000;
    await runner.start([letter('a'), letter('b', { nextTryAt: later })], () => {
      runner.turn();
      loaded.push(...waits);
    });
    // The wait of the second one alone.
    expect(loaded.filter((ms) => ms < 1_000)).toEqual([]);
    expect(log()).toEqual(['store a calling', 'send a']);
  });

  test('waits as long as before when the clock was set, watched or not', async () => {
    const watched = post();
    await watched.runner.start([letter('a', { nextTryAt: BEGIN + 10_000 })]);
    watched.clock.set(BEGIN + 3_600_000);
    await watched.runner.clockMoved(3_600_000);
    await watched.clock.advance(9_000);
    expect(watched.log()).toEqual(['store a ready']);
    await watched.clock.advance(2_000);
    expect(watched.log()).toContain('send a');

    const unwatched = post();
    const later = BEGIN + 3_600_000;
    await unwatched.runner.start([letter('a', { changedAt: later, nextTryAt: later + 10_000 })]);
    await unwatched.clock.advance(9_000);
    expect(unwatched.log()).toEqual(['told of the clock', 'store a ready']);
    await unwatched.clock.advance(2_000);
    expect(unwatched.log()).toContain('send a');
  });

  test('is not called while the computer falls asleep', async () => {
    const { runner, log } = post();
    runner.suspend();
    runner.add([letter('a')]);
    expect(log()).toEqual([]);
    await runner.awake(0);
    expect(log()).toEqual(['store a calling', 'send a']);
  });

  test('waits behind a closed gate until it opens', async () => {
    const clock = createDrivenClock(BEGIN);
    const { runner, log } = post({
      clock,
      gate: (now) => ({
        parallel: 1,
        isOpen: () => now >= BEGIN + 500,
        opensAt: () => BEGIN + 500,
        isBefore: () => false,
      }),
    });
    runner.add([letter('a')]);
    await clock.advance(400);
    expect(log()).toEqual([]);
    await clock.advance(200);
    expect(log()).toEqual(['store a calling', 'send a']);
  });

  test('waits while as many calls run as may run at once', async () => {
    const { runner, log, answered } = post();
    runner.add([letter('a'), letter('b')]);
    expect(log()).toEqual(['store a calling', 'send a']);
    await answered(true);
    expect(log()).toEqual(['store a done', 'store b calling', 'send b']);
  });

  test('moves with the clock before it hears of the sleep in which the clock was set', async () => {
    const told: string[] = [];
    let passed = 0;
    onTestFinished(measureTurnsBy(() => passed));
    const { runner } = post({
      commit(changes) {
        passed += 10;
        told.push(...changes.flatMap(({ fact }) => fact?.kind ?? []));
        return { ok: true };
      },
      decide: (before, _fact, { now }) => ({ job: { ...before, changedAt: now }, effects: [], created: [] }),
    });
    const many = Array.from({ length: 40 }, (_, at) => letter(`${at}`, { nextTryAt: BEGIN + 1e9 }));
    await runner.start(many);
    told.length = 0;
    await Promise.all([runner.clockMoved(-1_000), runner.awake(5_000)]);
    expect(told).toEqual([...many.map(() => 'clock-moved'), ...many.map(() => 'slept')]);
  });

  test('waits after a bug in it, and the others go on', async () => {
    const { runner, clock, faults, log } = post({
      dueFact({ id }) {
        if (id === 'a') throw new Error('a bug');
        return { kind: 'due' };
      },
    });
    runner.add([letter('a'), letter('b')]);
    expect(log()).toEqual(['store b calling', 'send b']);
    await clock.advance(30_000);
    expect(faults).toEqual([new Error('a bug')]);
  });

  test('hears no outcome after the app has ended', async () => {
    const { runner, log, answered } = post();
    runner.add([letter('a')]);
    runner.close();
    await answered(true);
    expect(log()).toEqual(['store a calling', 'send a']);
  });
});
