import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualCopyName } from '../../preload/contract/copy-name.ts';
import { copyFolder, copyName, type NamedDocument } from './copy-name.ts';

const noon = new Date(2026, 10, 22, 12).getTime();
const document = (more: Partial<NamedDocument>): NamedDocument => ({
  id: '3f2a9c1e-7b8d-4e6f-9a0b-1c2d3e4f5a6b',
  name: 'Lease.pdf',
  completedAt: noon,
  kind: 'pdf',
  profile: 'HR/Verträge',
  people: ['Anna Muster', 'beat@example.test'],
  ...more,
});
const named = (name: string, number?: number) => copyName(usualCopyName, document({ name }), number);

test('the usual name is the date, the name and "signed"', () => {
  expect(named('Lease.pdf')).toBe('2026-11-22 Lease signed.pdf');
  expect(named('Lease.PDF', 2)).toBe('2026-11-22 Lease signed (2).pdf');
  expect(copyName('{name}', document({ name: 'Offer.docx' }))).toBe('Offer.pdf');
});

test('what a name contains is never filled in as part of the pattern', () => {
  expect(copyName('{name}', document({ name: '{date}.pdf' }))).toBe('{date}.pdf');
});

test('a pattern may name the people and the document', () => {
  expect(copyName('{people} {name} {id}', document({}))).toBe('Anna Muster, beat@example.test Lease 3f2a9c1e.pdf');
  // A profile is named by a person: its name leads to no other folder.
  expect(copyName('{profile} {name}', document({}))).toBe('HR_Verträge Lease.pdf');
  expect(copyName('{profile} {name}', document({ profile: '' }))).toBe('Lease.pdf');
  const many = copyName('{people}', document({ people: ['a', 'b', 'c', 'd', 'e'] }));
  expect(many).toBe('a, b, c, +2.pdf');
});

test.each(['', '   ', '...', '{people}', '{nothing}', 'CON', '../..', '{name}'.repeat(60)])(
  'the pattern %j gives a name that every system takes',
  (pattern) => {
    const made = copyName(pattern, document({ people: [] }), 1_000);
    expect(made).toMatch(/^[^\\/:*?"<>|. ][^\\/:*?"<>|]*\.pdf$/);
    expect(made).not.toMatch(/^con\b/i);
    expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255);
  },
);

test('what stands before the first slash of a pattern is a folder, named by the profile alone', () => {
  expect(copyFolder('{profile}/{date} {name}', 'HR/Verträge')).toBe('HR_Verträge');
  expect(copyName('{profile}/{date} {name}', document({}))).toBe('2026-11-22 Lease.pdf');
  expect(copyFolder('{profile}/{name}', '')).toBe('');
  expect(copyFolder('Signed {name}/{name}', 'HR')).toBe('Signed');
  expect(copyFolder('{name}', 'HR')).toBe('');
  expect(copyName('a/b/{name}', document({}))).toBe('b_Lease.pdf');
  expect(['..', '.', '../..', 'CON'].map((profile) => copyFolder('{profile}/{name}', profile))).toEqual([
    'document',
    'document',
    '_',
    '_CON',
  ]);
});

test('a hostile name never leads out of the folder, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{name}', '../{name}', '{date}/{name}'),
      (name, pattern) => {
        const made = copyName(pattern, document({ name }));
        expect(made).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u);
        expect(made.endsWith('.pdf')).toBe(true);
        expect(made.startsWith('.')).toBe(false);
      },
    ),
  );
});
