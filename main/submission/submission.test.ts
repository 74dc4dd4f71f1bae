import { expect, test } from 'vitest';
import { submissionSchema } from './submission.ts';
import { sampleSubmission } from './testing/sample-submission.ts';

const plain = '5399c435-4984-4b5c-a5f8-e30380d66ea2';
const asWritten = `{${plain.toUpperCase()}}`;

test('every document id that an earlier version stored as the service wrote it is read in one spelling', () => {
  const candidate = { documentId: asWritten, status: 'draft', createdAt: null, signees: [], likeness: 'likely' };
  const stage = { kind: 'unclear', step: 'upload', since: 1, nextTryAt: null, looking: false, missed: 0 };
  const stored = {
    ...sampleSubmission('s1', {}),
    documentId: asWritten,
    orphans: [asWritten],
    stage: { ...stage, candidates: [asWritten], passed: [asWritten] },
    reason: { kind: 'several', candidates: [candidate], passed: [asWritten] },
  };
  const read = submissionSchema.parse(JSON.parse(JSON.stringify(stored)));
  expect(JSON.stringify(read).split(plain)).toHaveLength(7);
  expect(JSON.stringify(read)).not.toContain(plain.toUpperCase());
});
