import { beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../published-state.ts';
import { newSubmission } from '../submission/new-submission.ts';
import type { Submission } from '../submission/submission.ts';
import { createPublishedRows } from './published-rows.ts';

let journal: Journal;
let timers: (() => void)[];
let now: number;

beforeEach(() => {
  ({ journal } = openJournal(':memory:'));
  timers = [];
  now = 1_000_000;
});

function submission(number: number, patch: Partial<Submission> = {}): Submission {
  const id = `s${number}`;
  const file = { sha256: id.padEnd(64, '0'), size: 1_000, name: `${id}.pdf`, type: 'application/pdf' };
  const wish = {
    file,
    mode: 'timestamp' as const,
    jurisdiction: 'zertes' as const,
    alias: '',
    comment: '',
    sendMail: 'all' as const,
    scanPredefined: false,
    extra: {},
    signees: [{ email: 'anna@muster.ch' }],
  };
  const acceptance = {
    id,
    connectionId: 'c',
    account: null,
    origin: 'interactive',
    wish,
    goal: 'send',
    undoMs: 10_000,
  } as const;
  return { ...newSubmission(acceptance, number), ...patch };
}

function keep(count: number): Submission[] {
  const all = Array.from({ length: count }, (_, at) => submission(at));
  journal.submissions.commit(
    all.map((one) => ({ submission: one, event: { at: 1, submissionId: one.id, fact: { kind: 'accepted' } } })),
  );
  return all;
}

function start(open: readonly Submission[]) {
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  const shown = createPublishedRows({
    clock: {
      now: () => now,
      monotonic: () => now,
      after(_ms, callback) {
        timers.push(callback);
        return () => {
          timers = timers.filter((other) => other !== callback);
        };
      },
    },
    state,
    journal,
    outbox: () => ({
      workOf: () => ({
        breaker: { failures: 0, probeAt: null },
        budget: { level: 'free', used: 3, resumesAt: null },
        waitForCheck: 2,
      }),
      openOf: () => open,
      openOne: (id) => open.find((one) => one.id === id) ?? null,
      use: () => ({ used: 5, limit: 10, copies: 1 }),
    }),
  });
  const ids = () => state.get().submissions.map(({ id }) => id);
  const tick = () => timers.shift()?.();
  return { state, shown, ids, tick };
}

test('publishes the newest rows at once and the rest in parts, all newest first', () => {
  const all = keep(350);
  const { shown, ids, tick } = start(all.slice(0, 20));
  shown.follow('c');
  expect(ids()).toEqual(
    all
      .slice(250)
      .toReversed()
      .map(({ id }) => id),
  );
  tick();
  expect(ids()).toHaveLength(120);
  while (timers.length > 0) tick();
  expect(ids()).toEqual(all.toReversed().map(({ id }) => id));
});

test('publishes the current state of a row that changed while it was queued', () => {
  const all = keep(150);
  const [first = submission(0)] = all;
  const open = [first];
  const { state, shown, tick } = start(open);
  shown.follow('c');
  open.length = 0;
  const done = { ...first, revision: 2, stage: { kind: 'done', as: 'started' } as const };
  journal.submissions.commit([
    { submission: done, event: { at: 2, submissionId: done.id, fact: { kind: 'finished' } } },
  ]);
  tick();
  expect(state.get().submissions.find(({ id }) => id === first.id)?.end).toBe('started');
});

test('publishes changes of the shown connection together, with the state of the outbox', () => {
  const { state, shown, tick } = start([]);
  const told: unknown[] = [];
  state.subscribe(({ rows }) => void told.push(rows?.map(({ id }) => id)));
  shown.changed(submission(1));
  shown.changed(submission(2));
  shown.changed(submission(1, { cancelled: true }));
  shown.changed(submission(3, { connectionId: 'd' }));
  expect(told).toEqual([]);
  tick();
  expect([told, timers]).toEqual([[['s1', 's2']], []]);
  expect(state.get().submissions.find(({ id }) => id === 's1')?.cancelled).toBe(true);
  expect(state.get().outbox).toMatchObject({ waitForCheck: 2, budget: { used: 3 }, spool: { used: 5, limit: 10 } });
});

test('publishes a smoothed speed during an upload', () => {
  const calling = submission(1, { stage: { kind: 'calling', step: 'upload', since: 1 } });
  const { state, shown, tick } = start([calling]);
  const progress = () => state.get().submissions[0]?.progress;
  shown.progress('s1', 100_000, 1_000_000);
  now += 1_000;
  shown.progress('s1', 300_000, 1_000_000);
  tick();
  expect(progress()).toEqual({ bytes: 300_000, total: 1_000_000, bytesPerSecond: 200_000 });
  now += 10;
  shown.progress('s1', 310_000, 1_000_000);
  now += 990;
  shown.progress('s1', 400_000, 1_000_000);
  tick();
  expect(progress()).toEqual({ bytes: 400_000, total: 1_000_000, bytesPerSecond: 170_000 });
  shown.changed({ ...calling, stage: { kind: 'ready', step: 'compare', nextTryAt: 1 } });
  tick();
  expect(progress()).toBeNull();
});

test('counts submissions that wait for a person, also in connections that are not shown', () => {
  const open = [submission(1, { stage: { kind: 'held' } }), submission(2)];
  const { state, shown, tick } = start(open);
  shown.follow('c');
  expect(state.get().needsYou).toEqual({ c: 1 });
  open[1] = submission(2, { stage: { kind: 'needs-you', step: 'upload' } });
  shown.changed(submission(3, { connectionId: 'another' }));
  // First publish the remaining rows.
  tick();
  tick();
  expect(state.get().needsYou).toEqual({ c: 2 });
  expect(state.get().submissions.map(({ id }) => id)).not.toContain('s3');
});
