import { expect, test } from 'vitest';
import { isOwnerFile, openIn } from './owner-file.ts';

const young = (...names: readonly string[]) => names.map((name) => ({ name, ageMs: 1_000 }));

test.each([
  ['Contract.docx', '~$ntract.docx', 'office'],
  ['Offer12.docx', '~$ffer12.docx', 'office'],
  ['Offer1.docx', '~$Offer1.docx', 'office'],
  ['Budget 2026.xlsx', '~$Budget 2026.xlsx', 'office'],
  ['Contract.docx', '.~lock.Contract.docx#', 'libreoffice'],
  ['Mu\u0308ller.docx', '.~lock.M\u00fcller.docx#', 'libreoffice'],
  ['CONTRACT.DOCX', '~$ntract.docx', 'office'],
] as const)('%s is open while %s is there', (name, owner, editor) => {
  expect(isOwnerFile(owner)).toBe(true);
  expect(openIn(name, young(owner))).toBe(editor);
});

test('the owner file of another document does not count', () => {
  expect(openIn('Contract.docx', young('~$ffer.docx', '.~lock.Offer.docx#', '~$tract.docx'))).toBe(null);
});

test('a lock that nobody touched for a day was left behind', () => {
  expect(openIn('Contract.docx', [{ name: '~$ntract.docx', ageMs: 25 * 60 * 60_000 }])).toBe(null);
});
