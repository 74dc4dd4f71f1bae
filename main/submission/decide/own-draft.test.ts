import { expect, test } from 'vitest';
import { sampleSubmission } from '../testing/sample-submission.ts';
import { decide } from './decide.ts';

const carl = { email: 'carl@muster.ch', order: 0 };

/** An own draft of which something is not as it was chosen. A person sends it as it is shown. */
function sentAsShown(what: 'signees' | 'status') {
  const { wish } = sampleSubmission('s1');
  const stage = { kind: 'needs-you', step: 'compare' } as const;
  const reason = { kind: 'differs', differences: [{ what, wanted: 'wanted', found: 'found' }] } as const;
  const own = sampleSubmission('s1', { documentId: 'd1', signeesAdded: 1, stage, reason });
  const { mode, jurisdiction, alias, comment } = wish;
  const shown = { alias, comment, observers: [] };
  const draft = { shown, name: wish.file.name, mode, jurisdiction, present: [carl], added: [], alias, comment };
  const command = { kind: 'complete', ...draft, startAfter: 1 } as const;
  return decide(own, { kind: 'command', command }, { now: 0, roll: () => 0 })?.submission ?? null;
}

test('an own draft whose people were changed at the service can be sent as it is shown', () => {
  expect(sentAsShown('signees')).toMatchObject({
    stage: { kind: 'ready', step: 'compare' },
    wish: { signees: [carl] },
    signeesAdded: 1,
    goal: 'send',
  });
});

test('one that others have started is no draft any more', () => {
  expect(sentAsShown('status')).toBeNull();
});
