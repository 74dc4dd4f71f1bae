import { describe, expect, test } from 'vitest';
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
  const moment = { now: since, roll: () => 0.5 };
  const started = { documentId: 'd1', startedAt: since - HOUR } as const;
  const looking = { since, nextTryAt: since, looking: true, windows: 0, candidates: [], chosen: false } as const;
  const seen = { kind: 'seen', documentId: 'd1', skewMs: 0, answer } as const;
  const after = (submission: Submission, fact: Parameters<typeof decide>[1]) => {
    const decided = decide(submission, fact, moment)?.submission;
    if (decided === undefined) throw new Error('Nothing follows.');
    return decided;
  };
  const lookAt = (submission: Submission) =>
    after(
      submission.stage.kind === 'unclear'
        ? { ...submission, stage: { ...submission.stage, looking: true } }
        : submission,
      seen,
    );

  test.each(['withdraw', 'delete'] as const)('may be false: a %s in doubt is looked up a second time', (step) => {
    const stage = { kind: 'unclear', step, ...looking, missed: 0, passed: [], refusal: null } as const;
    const once = lookAt(sampleSubmission('s1', { ...started, stage }));
    expect(once).toMatchObject({ stage: { kind: 'unclear', step, looking: false }, reason: null });
    expect(once.stage.kind === 'unclear' && once.stage.nextTryAt).toBeGreaterThan(since);
    expect(lookAt(once).stage).toEqual({ kind: 'done', as: 'deleted' });
  });

  test.each(['withdraw', 'delete'] as const)('to a %s is looked up once', (step) => {
    const stage = { kind: 'calling', step, since } as const;
    const called = after(sampleSubmission('s1', { ...started, stage }), { kind: 'called', answer });
    expect(called.stage).toMatchObject({ kind: 'unclear', step, nextTryAt: since });
    expect(lookAt(called).stage).toEqual({ kind: 'done', as: 'deleted' });
  });
});
