import { expect, test } from 'vitest';
import type { SignPlace } from '../../../preload/contract/sending.ts';
import type { Seen } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { draftOf } from '../testing/sample-seen.ts';
import { sampleSubmission } from '../testing/store-contract.ts';
import { compare } from './compare.ts';

const chosen: SignPlace = { page: 2, x: 60, y: 80, width: 170, height: 50 };
const moment = { now: 1_000_000, roll: () => 0.5 };

/** What a comparison leads to where the first signee has a place, and the service shows this one. */
function afterLook(place: Seen['signees'][number]['place']) {
  const sample = sampleSubmission('s1');
  const [first, ...others] = sample.wish.signees;
  if (first === undefined) throw new Error('The sample has signees.');
  const signees = [{ ...first, place: chosen }, ...others];
  const submission: Submission = {
    ...sample,
    documentId: 'd1',
    goal: 'send',
    stage: { kind: 'calling', step: 'compare', since: 1 },
    wish: { ...sample.wish, signees },
  };
  const seen = draftOf(submission, {
    signees: signees.map(({ email, order }, at) => ({
      email,
      ...(order !== undefined && { order }),
      ...(at === 0 && place !== undefined && { place }),
    })),
  });
  return compare(submission, seen, moment)?.submission;
}

test('a signature that would stand elsewhere than chosen is a difference that a person decides', () => {
  const placeOf = (one: Seen['signees'][number]['place']) => {
    const after = afterLook(one);
    return after?.reason?.kind === 'differs' ? after.reason.differences : after?.stage.kind;
  };
  expect(placeOf({ ...chosen, page: 1 })).toEqual([{ what: 'place', wanted: '2: 60, 80', found: '1: 60, 80' }]);
  expect(placeOf({ ...chosen, width: 90 })).toMatchObject([{ what: 'place' }]);
  // A service that does not know places drops them without a word.
  expect(placeOf(undefined)).toEqual([{ what: 'place', wanted: '2: 60, 80', found: '' }]);
});

test('a place that the service rounds is the same', () => {
  expect(afterLook(chosen)?.reason).toBe(null);
  expect(afterLook({ ...chosen, x: 60.4, height: 49.5 })?.reason).toBe(null);
});

test('where nobody was named, a field that the service shows without an address is a difference', () => {
  const sample = sampleSubmission('s1');
  const submission: Submission = {
    ...sample,
    documentId: 'd1',
    goal: 'send',
    stage: { kind: 'calling', step: 'compare', since: 1 },
    wish: { ...sample.wish, signees: [], scanPredefined: true },
  };
  const after = (signees: Seen['signees']) => compare(submission, draftOf(submission, { signees }), moment).submission;
  expect(after([{ email: 'zoe@x.test' }]).reason).toBe(null);
  expect(after([{ email: 'zoe@x.test' }, {}])).toMatchObject({
    stage: { kind: 'needs-you' },
    reason: { kind: 'differs', differences: [{ what: 'signees', found: 'zoe@x.test, ?' }] },
  });
});
