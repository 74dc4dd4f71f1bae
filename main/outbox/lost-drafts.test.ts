import { expect, test } from 'vitest';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { lostDrafts } from './outbox-parts.ts';

const of = (documentId: string | null, ...orphans: string[]) => sampleSubmission('s', { documentId, orphans });

test('a draft is lost by Undo and as a deleted orphan, and not when the submission keeps or takes it', () => {
  expect(lostDrafts(of('d1'), of(null))).toEqual(['d1']);
  expect(lostDrafts(of('d1', 'd2', 'd3'), of('d1', 'd3'))).toEqual(['d2']);
  expect(lostDrafts(of(null, 'd2'), of('d2'))).toEqual([]);
  expect(lostDrafts(of('d1'), of('d1', 'd2'))).toEqual([]);
});
