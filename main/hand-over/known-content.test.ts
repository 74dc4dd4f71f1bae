import { expect, test } from 'vitest';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { toKnown } from './known-content.ts';

test.each([
  ['its start', 'started', { uploadedAt: 2_000, startedAt: 3_000 }, 3_000],
  ['its upload, when nobody is asked to sign yet', 'draft', { uploadedAt: 2_000 }, 2_000],
  ['its hand-over, when no other time was recorded', 'started', {}, 1_000],
] as const)('a content was sent at the time of %s', async (_what, as, times, at) => {
  await using folder = outboxFolder();
  const submission = sampleSubmission('s1', { stage: { kind: 'done', as }, ...times });
  expect(toKnown(submission, folder.journal)).toMatchObject({ state: 'sent', at });
});
