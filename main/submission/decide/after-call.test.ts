import { describe, expect, test } from 'vitest';
import { limits } from '../../../preload/contract/limits.ts';
import type { Seen } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { draftOf, sentFirst } from '../testing/sample-seen.ts';
import { sampleSubmission } from '../testing/sample-submission.ts';
import { decide } from './decide.ts';

const HOUR = 60 * 60_000;
const since = 100 * HOUR;
const skewMs = 5 * 60_000;

const firstSent = sentFirst(since, skewMs);
const calling: Partial<Submission> = { firstSent, stage: { kind: 'calling', step: 'upload', since } };

function afterAnswer(patch: Partial<Seen>, differs: Partial<Submission> = {}): Submission | undefined {
  const submission = sampleSubmission('s1', { ...calling, ...differs });
  const value = draftOf(submission, { sha256: null, createdAt: since + skewMs + 1_000, ...patch });
  const fact = { kind: 'uploaded', answer: { ok: true, value }, skewMs } as const;
  return decide(submission, fact, { now: since + 2_000, roll: () => 0.5 })?.submission;
}

describe('the answer to an upload', () => {
  test('is taken when it shows the draft of this upload', () => {
    expect(afterAnswer({})).toMatchObject({ documentId: 'd1', stage: { kind: 'ready' } });
    expect(afterAnswer({ alias: null, comment: null, createdAt: null })).toMatchObject({ documentId: 'd1' });
  });

  test.each([
    ['was made before this upload began', { createdAt: since + skewMs - HOUR }],
    ['has another sender', { alias: 'Beat' }],
    ['has another comment', { comment: 'Of another computer' }],
  ] as const)('is unclear when the draft %s: a proxy may have answered with another one', (_, patch) => {
    const unclear = { documentId: null, stage: { kind: 'unclear', step: 'upload' } };
    expect(afterAnswer(patch)).toMatchObject(unclear);
    expect(afterAnswer(patch, { cancelled: true })).toMatchObject(unclear);
  });

  test('is taken after a second upload although the service changes comments, so that uploads come to an end', () => {
    const again = { firstSent: { ...firstSent, at: since - HOUR } };
    expect(afterAnswer({ comment: 'Changed' }, again)).toMatchObject({ documentId: 'd1' });
    expect(afterAnswer({ createdAt: since - HOUR }, again)).toMatchObject({ documentId: null });
  });
});

describe('an answer that there is no document', () => {
  const missing = { kind: 'not-found', certainty: 'permanent', details: '', forAPerson: false, status: 404 } as const;
  const answer = { ok: false, trouble: missing } as const;
  const started = { documentId: 'd1', startedAt: since - HOUR } as const;
  const looking = { since, nextTryAt: since, looking: true, windows: 0, candidates: [], chosen: false } as const;
  const seen = { kind: 'seen', documentId: 'd1', skewMs: 0, answer } as const;
  const after = (submission: Submission, fact: Parameters<typeof decide>[1], now = since) => {
    const decided = decide(submission, fact, { now, roll: () => 0.5 })?.submission;
    if (decided === undefined) throw new Error('Nothing follows.');
    return decided;
  };
  const lookAt = (submission: Submission, afterMs: number) => {
    const { stage } = submission;
    if (stage.kind !== 'unclear') throw new Error('There is no doubt.');
    return after({ ...submission, stage: { ...stage, looking: true } }, seen, since + afterMs);
  };
  const steps = ['withdraw', 'delete'] as const;
  const apart = limits.missesApartMs;
  const waits = (nextTryAt: number) => ({ kind: 'unclear', looking: false, since, nextTryAt });

  test.each(steps)('may be false for minutes: looks at a %s in doubt so far apart decide', (step) => {
    const stage = { kind: 'unclear', step, ...looking, missed: 0, passed: [], refusal: null } as const;
    const once = lookAt(sampleSubmission('s1', { ...started, stage }), 0);
    expect(once).toMatchObject({ stage: waits(since + 1_000), reason: null });
    const twice = lookAt(once, 1_000);
    expect(twice).toMatchObject({ stage: waits(since + apart), reason: null });
    expect(lookAt(twice, apart).stage).toEqual({ kind: 'done', as: 'deleted' });
  });

  test.each(steps)('to a %s counts as the first of two', (step) => {
    const stage = { kind: 'calling', step, since } as const;
    const called = after(sampleSubmission('s1', { ...started, stage }), { kind: 'called', answer });
    expect(called.stage).toMatchObject(waits(since));
    const once = lookAt(called, 1_000);
    expect(once.stage).toMatchObject(waits(since + apart));
    expect(lookAt(once, apart).stage).toEqual({ kind: 'done', as: 'deleted' });
  });

  test.each(steps)('of an earlier version proves nothing of a %s: nobody knows when it came', (step) => {
    const stage = { kind: 'unclear', step, ...looking, missed: 1, passed: [], refusal: null } as const;
    const once = lookAt(sampleSubmission('s1', { ...started, stage }), HOUR);
    expect(once.stage).toMatchObject({ kind: 'unclear', nextTryAt: since + HOUR + 1_000 });
    expect(lookAt(once, HOUR + apart).stage).toEqual({ kind: 'done', as: 'deleted' });
  });

  test('keeps its distance to the next when the clock is moved meanwhile', () => {
    const stage = { kind: 'unclear', step: 'withdraw', ...looking, missed: 0, passed: [], refusal: null } as const;
    const waiting = { ...stage, missedAt: since, looking: false, nextTryAt: since + apart };
    const missed = sampleSubmission('s1', { ...started, stage: waiting, changedAt: since });
    const byMs = HOUR;
    const moved = after(missed, { kind: 'clock-moved', byMs }, since + 1_000 + byMs);
    expect(moved.stage).toMatchObject({ missedAt: since + byMs, nextTryAt: since + byMs + apart });
  });
});

test('looks at a chosen document that are refused for good never lead to another one', () => {
  const forbidden = {
    kind: 'not-allowed',
    certainty: 'permanent',
    details: '',
    forAPerson: false,
    status: 403,
  } as const;
  const chosen = { since, windows: 0, candidates: ['d2'], chosen: true, missed: 0, passed: [], refusal: null } as const;
  let submission = sampleSubmission('s1', {
    firstSent,
    documentId: null,
    stage: { kind: 'unclear', step: 'upload', nextTryAt: since, looking: false, ...chosen },
  });
  for (let look = 0; look < 30; look += 1) {
    const { stage } = submission;
    if (stage.kind !== 'unclear') break;
    const fact = { kind: 'seen', documentId: 'd2', skewMs: 0, answer: { ok: false, trouble: forbidden } } as const;
    const looked = { ...submission, stage: { ...stage, looking: true } };
    submission = decide(looked, fact, { now: since + look * HOUR, roll: () => 0.5 })?.submission ?? submission;
  }
  expect(submission.stage).toMatchObject({ kind: 'unclear', step: 'upload', candidates: ['d2'], chosen: true });
});
