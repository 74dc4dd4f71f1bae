import { describe, expect, test } from 'vitest';
import { unclearAt } from '../decide/change.ts';
import { newSubmission } from '../new-submission.ts';
import type { Change, OutboxStore } from '../store.ts';
import { type Submission, submissionSchema } from '../submission.ts';

export function sampleSubmission(id: string, patch: Partial<Submission> = {}): Submission {
  const wish = {
    file: { sha256: 'ab'.repeat(32), size: 100, name: `${id}.pdf`, type: 'application/pdf' },
    mode: 'qualified',
    jurisdiction: 'zertes',
    alias: 'Anna Muster',
    comment: 'Please sign',
    sendMail: 'others',
    scanPredefined: false,
    extra: { callback: ['a', 1] },
    signees: [
      { email: 'a@x.test', order: 0 },
      { email: 'b@x.test', comment: 'Thank you', order: 1 },
    ],
  } as const;
  const given = { id, connectionId: 'one', account: null, origin: 'interactive', wish, goal: 'send' } as const;
  const base = newSubmission({ ...given, undoMs: 10_000 }, 1_000);
  return { ...base, ...patch };
}

function accept(submission: Submission, at = submission.changedAt): Change {
  return { submission, event: { at, submissionId: submission.id, fact: { kind: 'accepted' } } };
}

function next(submission: Submission, patch: Partial<Submission>, at = submission.changedAt): Change {
  const changed = { ...submission, ...patch, revision: submission.revision + 1 };
  return { submission: changed, event: { at, submissionId: submission.id, fact: { kind: 'due', skewMs: 0 } } };
}

/** Declares the tests that every store must pass. `reopen` creates a new store on the committed data of the old one. */
export function storeContract(
  name: string,
  create: () => { readonly store: OutboxStore; readonly reopen: () => OutboxStore },
): void {
  describe(`store of submissions: ${name}`, () => {
    test('a committed submission is unchanged after a restart', () => {
      const { store, reopen } = create();
      const one = sampleSubmission('s1', {
        account: 'service-1',
        recovered: true,
        stage: unclearAt('upload', 1_000, null, {
          missed: 1,
          windows: 2,
          candidates: ['d1'],
          passed: ['d2'],
          refusal: { kind: 'conflict', certainty: 'permanent', details: 'Started already.', status: 409 },
        }),
        reason: { kind: 'failed', failure: { kind: 'timed-out', certainty: 'unclear', details: 'No answer.' } },
        firstSent: { at: 1_000, skewMs: -20, alias: 'Anna Muster', comment: '', earlier: [] },
        orphans: ['d7'],
      });
      expect(store.commit([accept(one)])).toEqual({ ok: true });
      const again = reopen();
      expect(again.find('s1')).toEqual(one);
      expect(submissionSchema.parse(again.find('s1'))).toEqual(one);
      expect(again.open()).toEqual([one]);
      expect(again.find('s2')).toBeNull();
    });

    test('a commit stores all changes or none', () => {
      const { store, reopen } = create();
      const one = sampleSubmission('s1');
      store.commit([accept(one)]);
      const two = sampleSubmission('s2');
      const stale = { ...accept(one), submission: { ...one, revision: 3 } };
      expect(store.commit([accept(two), stale])).toMatchObject({ ok: false, reason: 'stale' });
      const again = reopen();
      expect(again.find('s2')).toBeNull();
      expect(again.find('s1')).toEqual(one);
    });

    test('of two changes of the same revision only the first is stored', () => {
      const { store } = create();
      const one = sampleSubmission('s1');
      expect(store.commit([accept(one)]).ok).toBe(true);
      expect(store.commit([accept(one)])).toMatchObject({ ok: false, reason: 'stale' });
      expect(store.commit([next(one, { attempts: 1 })]).ok).toBe(true);
      expect(store.commit([next(one, { attempts: 2 })])).toMatchObject({ ok: false, reason: 'stale' });
      expect(store.find('s1')).toMatchObject({ attempts: 1, revision: 2 });
    });

    test('open submissions are those that are not done, oldest first', () => {
      const { store, reopen } = create();
      const older = sampleSubmission('s2', { acceptedAt: 500 });
      const newer = sampleSubmission('s1', { acceptedAt: 900 });
      const held = sampleSubmission('s3', { acceptedAt: 700, stage: { kind: 'held' } });
      const done = sampleSubmission('s4', { stage: { kind: 'done', as: 'started' } });
      store.commit([newer, older, held, done].map((one) => accept(one)));
      expect(store.open().map(({ id }) => id)).toEqual(['s2', 's3', 's1']);
      store.commit([next(held, { stage: { kind: 'done', as: 'cancelled' } })]);
      expect(
        reopen()
          .open()
          .map(({ id }) => id),
      ).toEqual(['s2', 's1']);
      expect(reopen().find('s4')).toEqual(done);
    });

    test('names are compared in NFC and per connection; each document has one owner', () => {
      const { store } = create();
      const file = { sha256: 'cd'.repeat(32), size: 1, name: 'Ve\u0301rifié.pdf', type: 'application/pdf' };
      const base = sampleSubmission('s1');
      const wish = { ...base.wish, file };
      const done = { kind: 'done', as: 'started' } as const;
      store.commit([
        accept(sampleSubmission('s1', { wish, documentId: 'd1', stage: done })),
        accept(sampleSubmission('s2', { wish })),
        accept(sampleSubmission('s3', { wish, connectionId: 'two', documentId: 'd3' })),
        accept(sampleSubmission('s4')),
      ]);
      const found = Array.from(store.named('one', 'V\u00e9rifie\u0301.pdf'), ({ id }) => id);
      expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(['s1', 's2']);
      expect(store.ownerOf('one', 'd1')?.id).toBe('s1');
      expect(store.ownerOf('two', 'd1')).toBeNull();
      expect(store.ownerOf('one', 'd3')).toBeNull();
      expect(['d1', 'd3', 'd4'].map(store.isOwned)).toEqual([true, true, false]);
    });

    test('the upload count leaves out finished documents', () => {
      const { store } = create();
      expect(store.uploadsSince('one', 0)).toEqual({ count: 0, oldest: null });
      store.commit([
        accept(sampleSubmission('s1', { uploadedAt: 100 })),
        accept(sampleSubmission('s2', { uploadedAt: 200, stage: { kind: 'done', as: 'started' } })),
        accept(sampleSubmission('s3', { uploadedAt: 300 })),
        accept(sampleSubmission('s4', { uploadedAt: 250, finishedAt: 400 })),
        accept(sampleSubmission('s5', { uploadedAt: 260, connectionId: 'two' })),
        accept(sampleSubmission('s6')),
      ]);
      expect(store.uploadsSince('one', 100)).toEqual({ count: 2, oldest: 200 });
    });

    test('a pause survives a restart', () => {
      const { store, reopen } = create();
      expect(store.paused()).toBe(false);
      expect(store.setPaused(true, 1)).toEqual({ ok: true });
      expect(reopen().paused()).toBe(true);
      expect(reopen().setPaused(false, 2)).toEqual({ ok: true });
      expect(reopen().paused()).toBe(false);
    });
  });
}
