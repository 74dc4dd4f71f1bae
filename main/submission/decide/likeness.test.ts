import { describe, expect, test } from 'vitest';
import type { Seen } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { draftOf, sentFirst } from '../testing/sample-seen.ts';
import { sampleSubmission } from '../testing/sample-submission.ts';
import { decide } from './decide.ts';
import { isOrphanOf, likenessOf } from './likeness.ts';
import { markRecovered } from './recovered.ts';

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

describe('a draft of a file with signature fields', () => {
  const [anna = { email: '' }] = inDoubt.wish.signees;
  const withFields = { ...inDoubt, wish: { ...inDoubt.wish, scanPredefined: true } };
  const like = (patch: Partial<Seen>) => {
    const seen = draft(patch);
    return [likenessOf(withFields, seen, 0), isOrphanOf({ ...withFields, documentId: 'd0' }, seen, 0)];
  };

  test('has the people of its fields from the upload on', () => {
    expect(like({ signees: [] })).toEqual(['proven', true]);
    expect(like({ signees: [{ email: anna.email }] })).toEqual(['proven', true]);
  });

  test('is for a person to judge, and nothing to delete, when somebody may have gone on with it elsewhere', () => {
    expect(like({ signees: [{ email: anna.email }, { email: 'stranger@example.com' }] })).toEqual(['likely', false]);
    expect(like({ signees: [{ email: anna.email }, {}] })).toEqual(['likely', false]);
    expect(like({ signees: [{ email: anna.email }], mode: 'advanced' })).toEqual(['likely', false]);
    expect(like({ signees: [{ email: anna.email }], jurisdiction: 'eidas' })).toEqual(['likely', false]);
  });
});

test('a document of a lost journal is found although the clock was days ahead when its file was accepted', () => {
  const DAY = 24 * HOUR;
  const ahead = sampleSubmission('s1', { acceptedAt: sentAt + 3 * DAY, acceptedSkewMs: -3 * DAY });
  const running = draft({ createdAt: sentAt, status: 'in-progress' });
  for (const days of [0, 1, 5, 30])
    expect(likenessOf(markRecovered(ahead, sentAt + days * DAY), running, 0)).toBe('likely');
  // Before the first answer of the service nobody knows how wrong the clock is.
  const unknown = { ...ahead, acceptedSkewMs: null };
  expect(likenessOf(markRecovered(unknown, sentAt + 30 * DAY), running, 0)).toBe('likely');
  expect(likenessOf(markRecovered({ ...ahead, acceptedSkewMs: 0 }, sentAt + 30 * DAY), running, 0)).toBeNull();
});

test('a corrected copy keeps that a document may have been sent before, and how far the clock was off', () => {
  const started = sampleSubmission('s1', {
    documentId: 'd1',
    startedAt: 1,
    acceptedSkewMs: -9_000,
    stage: { kind: 'done', as: 'started' },
  });
  const command = { kind: 'redo', id: 's2', skewMs: -5_000 } as const;
  const copyOf = (perhapsSent: boolean) =>
    decide({ ...started, perhapsSent }, { kind: 'command', command }, { now: 5_000, roll: () => 0 })?.created[0];
  expect(copyOf(false)).toMatchObject({ id: 's2', reason: null, acceptedAt: 5_000, acceptedSkewMs: -5_000 });
  // What may have been sent is as old as the first one.
  const first = { acceptedAt: 1_000, acceptedSkewMs: -9_000 };
  expect(copyOf(true)).toMatchObject({ ...first, perhapsSent: true, redoOf: 's1', reason: { kind: 'perhaps-sent' } });
});

test('a draft of which the service tells no time is for a person to judge, and no orphan', () => {
  const timeless = (patch: Partial<Seen> = {}) => draft({ createdAt: null, ...patch });
  expect(likenessOf(inDoubt, timeless(), 0)).toBe('likely');
  expect(likenessOf(inDoubt, timeless({ sha256: null }), 0)).toBe('likely');
  expect(likenessOf(inDoubt, timeless({ sha256: 'ab'.repeat(32) }), 0)).toBeNull();
  expect(isOrphanOf({ ...inDoubt, documentId: 'd0', uploadedAt: sentAt + 1_000 }, timeless(), 0)).toBe(false);
});

test('a draft that the service has converted to another type is found', () => {
  const converted = { type: 'application/pdf', sha256: 'ab'.repeat(32) };
  const word = { ...inDoubt, wish: { ...inDoubt.wish, file: { ...inDoubt.wish.file, type: 'application/msword' } } };
  expect(likenessOf(word, draft(converted), 0)).toBe('likely');
});

test('a draft with another content is no orphan of an upload', () => {
  const settled = { ...inDoubt, documentId: 'd0', uploadedAt: sentAt + 1_000 };
  expect(isOrphanOf(settled, draft(), 0)).toBe(true);
  expect(isOrphanOf(settled, draft({ sha256: null }), 0)).toBe(true);
  expect(isOrphanOf(settled, draft({ sha256: 'ab'.repeat(32) }), 0)).toBe(false);
});
