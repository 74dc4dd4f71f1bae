import { expect, test } from 'vitest';
import { cleanPeople, cleanPerson } from './clean-people.ts';

const entryOf = (email: string, name = '') => ({ email, name, note: '' });

test('a person gets a normalised address and a name on one line', () => {
  expect(cleanPerson({ email: ' Anna@MUSTER.ch ', name: ' Anna\n\u202EMuster\u200B ' })).toEqual({
    ok: true,
    person: { email: 'Anna@muster.ch', name: 'Anna Muster' },
  });
  expect(cleanPerson({ email: 'a@b.ch', name: 'x'.repeat(500) })).toMatchObject({ person: { name: 'x'.repeat(120) } });
  expect(cleanPerson({ email: 'anna', name: 'Anna' })).toEqual({ ok: false, why: 'no-at' });
});

test('each mailbox is kept once, with a name if any entry has one, and invalid addresses are reported', () => {
  const people = [
    entryOf('a@müller.ch'),
    entryOf('a@xn--mller-kva.ch', 'Anna'),
    entryOf('a@MÜLLER.ch', 'Other'),
    entryOf('b@b.ch', 'Beat'),
    entryOf('', 'Carla'),
    entryOf('no address', 'Dora'),
  ];
  expect(cleanPeople(people)).toEqual({
    people: [
      { email: 'a@müller.ch', name: 'Anna' },
      { email: 'b@b.ch', name: 'Beat' },
    ],
    twice: 2,
    refused: [
      { text: 'Carla', why: 'missing' },
      { text: 'Dora · no address', why: 'space' },
    ],
  });
});
