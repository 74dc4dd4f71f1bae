import { describe, expect, test } from 'vitest';
import type { Seen } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { draftOf, sentFirst } from '../testing/sample-seen.ts';
import { sampleSubmission } from '../testing/sample-submission.ts';
import { isOrphanOf, likenessOf } from './likeness.ts';

const HOUR = 60 * 60_000;
const sentAt = 100 * HOUR;

const firstSent = sentFirst(sentAt);
/** Its upload is in doubt, and checks have changed it since. */
const inDoubt = sampleSubmission('s1', { firstSent, changedAt: sentAt + 40 * HOUR });

const draft = (patch: Partial<Seen> = {}): Seen => draftOf(inDoubt, { createdAt: sentAt + 1_000, ...patch });

describe('a draft with the content of an upload in doubt', () => {
  const likeness = (createdAt: number, patch: Partial<Submission> = {}) =>
    likenessOf({ ...inDoubt, ...patch }, draft({ createdAt }), 0);

  test('is proven when it was made soon after one of its uploads', () => {
    expect(likeness(sentAt + 1_000)).toBe('proven');
    expect(likeness(sentAt + 30 * HOUR, { firstSent: { ...firstSent, lastAt: sentAt + 30 * HOUR } })).toBe('proven');
  });

  test('is for a person to judge when it was made 30 hours after the last upload', () => {
    expect(likeness(sentAt + 30 * HOUR)).toBe('likely');
    expect(likeness(sentAt - HOUR)).toBeNull();
  });

  test('is somebody else’s when its content is not known either', () => {
    expect(likenessOf(inDoubt, draft({ createdAt: sentAt + 30 * HOUR, sha256: null }), 0)).toBeNull();
  });
});

test('a draft with another content is no orphan of an upload', () => {
  const settled = { ...inDoubt, documentId: 'd0', uploadedAt: sentAt + 1_000 };
  expect(isOrphanOf(settled, draft(), 0)).toBe(true);
  expect(isOrphanOf(settled, draft({ sha256: null }), 0)).toBe(true);
  expect(isOrphanOf(settled, draft({ sha256: 'ab'.repeat(32) }), 0)).toBe(false);
});
