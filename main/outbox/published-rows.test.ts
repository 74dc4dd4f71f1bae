import { beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../state/published-state.ts';
import { unclearAt } from '../submission/decide/change.ts';
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

function keep(...all: readonly Submission[]): void {
  journal.submissions.commit(
    all.map((one) => ({ submission: one, event: { at: 1, submissionId: one.id, fact: { kind: 'accepted' } } })),
  );
}

const named = (number: number, alias: string): Submission => {
  const one = submission(number);
  return { ...one, wish: { ...one.wish, alias } };
};

function start(open: readonly Submission[]) {
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  const told: string[] = [];
  const moved: string[] = [];
  const heard: unknown[] = [];
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
    onRow: ({ id }) => void told.push(id),
    onUploadProgress: (id) => void moved.push(id),
    worker: () => ({
      breakerOf: () => ({ failures: 0, probeAt: null }),
      budgetOf: () => ({ level: 'free', used: 3, resumesAt: null }),
      allOpen: () => open,
      openOne: (id) => open.find((one) => one.id === id) ?? null,
    }),
    spoolUse: () => ({ used: 5, limit: 10 }),
  });
  shown.onNews((news) => void heard.push(news));
  const tick = () => timers.shift()?.();
  return { state, shown, told, moved, heard, tick };
}

test('tells the list about each change at once, and the window about the queue a little later', () => {
  const inDoubt = unclearAt('upload', 1, null);
  const { state, shown, told, tick } = start([submission(4, { stage: inDoubt }), submission(5, { stage: inDoubt })]);
  shown.changed(submission(1), null);
  shown.changed(submission(1, { cancelled: true }), submission(1));
  shown.changed(submission(3, { connectionId: 'd' }), null);
  expect(told).toEqual(['s1', 's1', 's3']);
  expect(timers).toHaveLength(1);
  tick();
  expect(timers).toEqual([]);
  expect(state.get().outbox).toMatchObject({ waitForCheck: 2, budget: { used: 3 }, spool: { used: 5, limit: 10 } });
});

test('says a smoothed speed during an upload, and how much of all uploads is done', () => {
  const calling = submission(1, { stage: { kind: 'calling', step: 'upload', since: 1 } });
  const { state, shown, moved, tick } = start([calling]);
  const progress = () => shown.row(calling).progress;
  shown.progress('s1', 100_000, 1_000_000);
  now += 1_000;
  shown.progress('s1', 300_000, 1_000_000);
  expect(progress()).toEqual({ bytes: 300_000, total: 1_000_000, bytesPerSecond: 200_000 });
  now += 10;
  shown.progress('s1', 310_000, 1_000_000);
  now += 990;
  shown.progress('s1', 400_000, 1_000_000);
  expect(progress()).toEqual({ bytes: 400_000, total: 1_000_000, bytesPerSecond: 170_000 });
  expect(moved).toEqual(['s1', 's1', 's1']);
  tick();
  expect(state.get().outbox.queue).toEqual({ open: 1, uploading: 1, bytes: 400_000, total: 1_000_000 });
  shown.changed({ ...calling, stage: { kind: 'ready', step: 'compare', nextTryAt: 1 } }, calling);
  expect(progress()).toBeNull();
});

test('counts submissions that wait for a person, also in connections that are not shown', () => {
  // A copy that goes by itself after a withdrawal waits for nobody.
  const promised = submission(9, { stage: { kind: 'held' }, goal: 'send', redoOf: 's8' });
  const open = [submission(1, { stage: { kind: 'held' } }), submission(2), promised];
  const { state, shown, tick } = start(open);
  shown.follow('c');
  expect(state.get().needsYou).toEqual({ c: 1 });
  open[1] = submission(2, { stage: { kind: 'needs-you', step: 'upload' } });
  shown.changed(submission(3, { connectionId: 'another' }), null);
  tick();
  expect(state.get().needsYou).toEqual({ c: 2 });
  // Nobody sees the practice any more that was left.
  open.push(submission(4, { connectionId: practiceConnectionId, stage: { kind: 'held' } }));
  state.publish({ connections: [{ ...sampleConnection, id: practiceConnectionId, signedIn: 'never' }] });
  shown.follow('c');
  expect(state.get().needsYou).toEqual({});
});

test('knows the sender name of the last submission that has one', () => {
  keep(named(1, 'Muster AG'), named(2, 'Frei GmbH'), named(3, ' '));
  const { state, shown } = start([]);
  shown.follow('c');
  expect(state.get().outbox.alias).toBe('Frei GmbH');
  shown.changed(named(4, 'Neu & Co.'), null);
  expect(state.get().outbox.alias).toBe('Neu & Co.');
});

test('tells what started or needs a person as one piece of news, and each change once', () => {
  const { shown, heard, tick } = start([]);
  const started = (number: number) => submission(number, { stage: { kind: 'done', as: 'started' } });
  const stuck = submission(3, { stage: { kind: 'needs-you', step: 'start' } });
  shown.changed(started(1), submission(1));
  shown.changed(started(2), submission(2));
  shown.changed(stuck, submission(3));
  // A check saw the document signed: it had started long before.
  shown.changed(started(4), started(4));
  shown.changed(started(5), null);
  tick();
  expect(heard).toEqual([
    { started: { count: 2, name: 's1.pdf' }, needYou: { count: 1, name: 's3.pdf' }, taken: null, firstAsked: null },
  ]);
  shown.changed(stuck, stuck);
  tick();
  expect(heard).toHaveLength(1);
});

test('tells which files a watched folder brought, and nothing of those that a person adds', () => {
  const { shown, heard, tick } = start([]);
  shown.changed(submission(1), null);
  shown.changed(submission(2, { origin: 'folder' }), null);
  shown.changed(submission(3, { origin: 'folder' }), null);
  tick();
  expect(heard).toMatchObject([{ taken: { count: 2, name: 's2.pdf' }, started: null }]);
});

test('says after the first document of all who is asked to sign it now', () => {
  const signees = [
    { email: 'beat@frei.ch', order: 1 },
    { email: 'anna@muster.ch', order: 0 },
  ];
  const first = named(1, 'Muster AG');
  const sent = { ...first, wish: { ...first.wish, signees }, stage: { kind: 'done', as: 'started' } } as const;
  keep(first);
  const { shown, heard, tick } = start([]);
  shown.follow('c');
  shown.changed(sent, first);
  tick();
  expect(heard).toMatchObject([{ firstAsked: { count: 1, name: 'anna@muster.ch' } }]);
  // A person who sends without e-mails tells people, and after the second document everybody knows.
  shown.changed({ ...sent, wish: { ...sent.wish, sendMail: 'none' } }, first);
  tick();
  keep(named(2, 'Muster AG'));
  shown.changed(sent, first);
  tick();
  expect(heard.slice(1)).toMatchObject([{ firstAsked: null }, { firstAsked: null }]);
});
