import { describe, expect, test } from 'vitest';
import { limits } from '../../../preload/contract/limits.ts';
import { BEGIN, HOUR, submissionOf } from '../../outbox/testing/submission-steps.ts';
import type { Submission } from '../submission.ts';
import { unclearAt } from './change.ts';
import { decide } from './decide.ts';
import { correctForClockSetBack } from './waiting.ts';

const roll = () => 0.5;
const waiting = (at: number, patch: Partial<Submission> = {}) =>
  submissionOf('s1', { startAfter: BEGIN - 1, stage: { kind: 'ready', step: 'upload', nextTryAt: at }, ...patch });

/** Sets a clock that showed BEGIN. Null: no time of the submission has to move. */
function moved(submission: Submission, byMs: number): Submission | null {
  const decided = decide(submission, { kind: 'clock-moved', byMs }, { now: BEGIN + byMs, roll });
  return decided?.submission ?? null;
}

describe.each([
  ['forward', 5 * HOUR],
  ['back', -5 * HOUR],
])('the clock was set %s while the app ran', (_, byMs) => {
  test('the wait for the next try keeps its remaining length', () => {
    expect(moved(waiting(BEGIN + 60_000), byMs)?.stage).toEqual({
      kind: 'ready',
      step: 'upload',
      nextTryAt: BEGIN + byMs + 60_000,
    });
    const looked = unclearAt('start', BEGIN, BEGIN + 60_000);
    expect(moved(waiting(0, { stage: looked }), byMs)?.stage).toMatchObject({ nextTryAt: BEGIN + byMs + 60_000 });
  });

  test('the time for Undo keeps its remaining length', () => {
    const row = submissionOf('s1', { stage: { kind: 'ready', step: 'compare', nextTryAt: BEGIN + 10_000 } });
    expect(moved(row, byMs)).toMatchObject({
      startAfter: BEGIN + byMs + 10_000,
      stage: { nextTryAt: BEGIN + byMs + 10_000 },
    });
  });

  test('a wait for the connection stays a wait for the connection', () => {
    const row = waiting(0, { stage: { kind: 'ready', step: 'upload', nextTryAt: null }, startAfter: BEGIN + 1_000 });
    expect(moved(row, byMs)?.stage).toEqual({ kind: 'ready', step: 'upload', nextTryAt: null });
  });
});

describe.each([
  ['before', -24 * HOUR],
  ['during', -24 * HOUR],
  ['after', 0],
])('a sleep takes nothing of the time for Undo', (when, byMs) => {
  test(`when the clock is set back ${when} it`, () => {
    const sent = submissionOf('s1', { acceptedAt: BEGIN, changedAt: BEGIN, startAfter: BEGIN + 60_000 });
    const awake = { now: BEGIN + HOUR + byMs, roll };
    const before = when === 'before' ? moved(sent, byMs) : sent;
    const set = when === 'during' ? decide(sent, { kind: 'clock-moved', byMs }, awake)?.submission : before;
    const slept = decide(set ?? sent, { kind: 'slept', ms: HOUR }, awake)?.submission;
    expect(slept?.startAfter).toBe(BEGIN + 60_000 + byMs + HOUR);
  });
});

test('a clock that was set just before a sleep takes nothing of the time for Undo, though the job hears of it afterwards', () => {
  const byMs = 10 * 60_000;
  const sent = submissionOf('s1', { acceptedAt: BEGIN, changedAt: BEGIN, startAfter: BEGIN + 10_000 });
  const awake = { now: BEGIN + byMs + HOUR, roll };
  const set = decide(sent, { kind: 'clock-moved', byMs, at: BEGIN + byMs }, awake)?.submission ?? sent;
  const slept = decide(set, { kind: 'slept', ms: HOUR, at: awake.now }, awake)?.submission;
  expect(slept?.startAfter).toBe(awake.now + 10_000);
});

test.each([{ kind: 'slept', ms: 8 * HOUR }, { kind: 'restarted' }] as const)(
  'what was sent on the eve of "$kind", by a clock that was ahead of its stamp, waits no longer than one can choose',
  (fact) => {
    const sent = submissionOf('s1', { acceptedAt: BEGIN - 24 * HOUR, changedAt: BEGIN, startAfter: BEGIN + 8 * HOUR });
    const now = BEGIN + 8 * HOUR - 10_000;
    const startAfter = decide(sent, fact, { now, roll })?.submission.startAfter;
    expect(startAfter).toBe(now + limits.undoSeconds * 1_000);
  },
);

test('a submission that is due stays due', () => {
  expect(moved(waiting(BEGIN), 5 * HOUR)).toBeNull();
  const back = moved(waiting(BEGIN), -5 * HOUR);
  expect(back?.stage).toMatchObject({ nextTryAt: BEGIN - 5 * HOUR });
});

test('a wait that was stored after the clock was set forward does not move again', () => {
  const now = BEGIN + 5 * HOUR;
  const fresh = waiting(now + 60_000, { changedAt: now + 5, startAfter: now + 10_000 });
  expect(decide(fresh, { kind: 'clock-moved', byMs: 5 * HOUR }, { now: now + 20, roll })).toBeNull();
});

describe('a doubt keeps the time at which it arose', () => {
  const inDoubt = waiting(0, { stage: unclearAt('upload', BEGIN, null) });
  const unsettled = waiting(0, {
    stage: { kind: 'needs-you', step: 'upload' },
    reason: { kind: 'unsettled', documents: 1, unreadable: 0, whole: false, missed: 0, passed: [], since: BEGIN },
  });

  test('when the clock is set forward: a reading that began since still counts', () => {
    expect(moved(inDoubt, 5 * HOUR)).toBeNull();
  });

  test('when the clock is set back, that time is at most now: otherwise no reading would count', () => {
    const now = BEGIN - 5 * HOUR;
    expect(moved(inDoubt, -5 * HOUR)?.stage).toMatchObject({ since: now });
    expect(moved(unsettled, -5 * HOUR)?.reason).toMatchObject({ since: now });
    expect(correctForClockSetBack(inDoubt, { now, roll }).stage).toMatchObject({ since: now });
    expect(correctForClockSetBack(unsettled, { now, roll }).reason).toMatchObject({ since: now });
  });
});

test('a start in vain waits as long as before when the clock is set forward during the look', () => {
  const looking = waiting(0, { stage: unclearAt('start', BEGIN, null, { looking: true }), vainCalls: 1 });
  expect(moved(looking, 5 * HOUR)?.stage).toMatchObject({ since: BEGIN + 5 * HOUR, looking: true });
  expect(moved({ ...looking, vainCalls: 0 }, 5 * HOUR)).toBeNull();
});

test('a comparison that ends before the time for Undo is repeated after it', () => {
  const until = BEGIN + 90_000;
  const calling = submissionOf('s1', {
    documentId: 'd1',
    signeesAdded: 2,
    startAfter: until,
    stage: { kind: 'calling', step: 'compare', since: BEGIN },
  });
  const { file, mode, jurisdiction, alias, comment, signees } = calling.wish;
  const same = { mode, jurisdiction, alias, comment, signees: signees.map(({ email }) => ({ email })) };
  const value = { documentId: 'd1', status: 'draft', name: file.name, type: file.type, ...same } as const;
  const answer = { ok: true, value: { ...value, sha256: null, createdAt: BEGIN } } as const;
  const compared = decide(calling, { kind: 'seen', documentId: 'd1', skewMs: 0, answer }, { now: BEGIN + 1, roll });
  expect(compared?.submission.stage).toEqual({ kind: 'ready', step: 'compare', nextTryAt: until });
});

describe('refuses before the upload what the service would refuse', () => {
  const { wish } = submissionOf('s1');
  const due = (submission: Submission) => decide(submission, { kind: 'due', skewMs: 0 }, { now: BEGIN, roll });

  test.each([
    ['without a sender', { ...wish, alias: '  ' }, 'no-sender'],
    ['no signees', { ...wish, signees: [] }, 'no-signees'],
  ])('an upload %s', (_, unfit, kind) => {
    const decided = due(waiting(BEGIN, { wish: unfit }));
    expect([decided?.effects, decided?.submission.reason]).toEqual([[], { kind }]);
  });

  test('the start of a draft without signees', () => {
    const draft = { documentId: 'd1', stage: { kind: 'ready', step: 'start', nextTryAt: BEGIN } } as const;
    const decided = due(waiting(BEGIN, { ...draft, wish: { ...wish, signees: [] } }));
    expect([decided?.effects, decided?.submission.reason]).toEqual([[], { kind: 'no-signees' }]);
  });

  test('but uploads a draft without signees, and starts a file that contains its signees', () => {
    expect(due(waiting(BEGIN, { goal: 'draft', wish: { ...wish, signees: [] } }))?.effects).toEqual([{ kind: 'call' }]);
    const scanned = { ...wish, signees: [], scanPredefined: true };
    const draft = { documentId: 'd1', stage: { kind: 'ready', step: 'start', nextTryAt: BEGIN } } as const;
    expect(due(waiting(BEGIN, { ...draft, wish: scanned }))?.effects).toEqual([{ kind: 'call' }]);
  });

  test('new choices without a sender name', () => {
    const { file: _file, ...choices } = wish;
    const command = { kind: 'revise', choices: { ...choices, alias: '' } } as const;
    expect(
      decide(submissionOf('s1', { stage: { kind: 'held' } }), { kind: 'command', command }, { now: BEGIN, roll }),
    ).toBeNull();
  });
});

test('new choices put a submission on hold that was refused before its upload', () => {
  const { file: _file, ...choices } = submissionOf('s1').wish;
  const stopped = waiting(0, { stage: { kind: 'needs-you', step: 'upload' }, reason: { kind: 'no-signees' } });
  const command = { kind: 'revise', choices } as const;
  const decided = decide(stopped, { kind: 'command', command }, { now: BEGIN, roll });
  expect(decided?.submission).toMatchObject({ stage: { kind: 'held' }, goal: 'hold', reason: null });
});

describe('after a restart', () => {
  const restarted = (submission: Submission, now: number) =>
    decide(submission, { kind: 'restarted' }, { now, roll })?.submission ?? null;
  const held = (patch: Partial<Submission> = {}) =>
    submissionOf('s1', {
      changedAt: BEGIN + 4_000,
      startAfter: BEGIN + 10_000,
      stage: { kind: 'ready', step: 'compare', nextTryAt: BEGIN + 10_000 },
      ...patch,
    });

  test('the time for Undo that was left is given again, also when the clock was set forward meanwhile', () => {
    const now = BEGIN + 5 * HOUR;
    expect(restarted(held(), now)).toMatchObject({ startAfter: now + 6_000, stage: { nextTryAt: now + 6_000 } });
    const uploading = held({ stage: { kind: 'calling', step: 'upload', since: BEGIN } });
    expect(restarted(uploading, now)).toMatchObject({ startAfter: now + 6_000, stage: { kind: 'unclear' } });
  });

  test('a time for Undo that was over stays over', () => {
    expect(restarted(held({ changedAt: BEGIN + 10_000 }), BEGIN + HOUR)).toBeNull();
  });

  test('a submission that waits for a person or is on hold is left alone', () => {
    expect(restarted(held({ stage: { kind: 'needs-you', step: 'compare' } }), BEGIN + HOUR)).toBeNull();
    expect(restarted(held({ goal: 'hold' }), BEGIN + HOUR)).toBeNull();
  });
});
