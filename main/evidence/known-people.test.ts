import { expect, test } from 'vitest';
import { knownPeople } from './known-people.ts';

const person = (email: string, status: string | null) => ({ email, name: null, order: null, status });
const signees = [person('a@b.ch', 'signed'), person('c@d.ch', 'pending'), person('e@f.ch', 'rejected')];

test('of a document that has ended only those who signed or rejected have a state', () => {
  expect(knownPeople({ status: 'in-progress', signees })).toEqual(signees);
  expect(knownPeople({ status: 'withdrawn', signees })?.map(({ status }) => status)).toEqual([
    'signed',
    null,
    'rejected',
  ]);
  expect(knownPeople({ status: 'withdrawn', signees: null })).toBeNull();
});
