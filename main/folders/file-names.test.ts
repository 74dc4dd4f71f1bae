import { describe, expect, test } from 'vitest';
import { isIgnoredFolder, isTemporaryName, isUninteresting } from './file-names.ts';

describe('names that are never a document', () => {
  test.each([
    '.hidden.pdf',
    '._Contract.pdf',
    '.DS_Store',
    'Thumbs.db',
    'desktop.ini',
    '~$ntract.docx',
    '.~lock.Contract.docx#',
    '~WRL0001.tmp',
    '~WRD0001.tmp',
    'Contract.pdf.tmp',
    'Contract.pdf.part',
    'Contract.pdf.partial',
    'Contract.pdf.crdownload',
    'Contract.download',
    'Contract.pdf.filepart',
    'Contract.pdf~',
    'Contract.pdf.~qpdf-orig#',
    'Contract.pdf.~qpdf-orig',
    'Contract.pdf.~3fa9',
    'Contract.docx.sb-1a2b3c4d-QxYz1',
    'sedAbC123',
    'ziq7Pp3x',
    'tmpab12',
    'tmpabcd1234',
    '4913',
    'CEDD4100',
    '.syncthing.Contract.pdf.tmp',
    'Contract.pdf.rsync-partial',
  ])('%s', (name) => expect(isTemporaryName(name)).toBe(true));

  test.each([
    'Contract.pdf',
    'template.docx',
    'tmp report.pdf',
    'CEDD4100.pdf',
    'sed.pdf',
    'Größe~1.pdf',
    '4913.pdf',
    'scan',
  ])('but %s may be one', (name) => expect(isTemporaryName(name)).toBe(false));
});

test('own folders are left out at the top alone, hidden ones everywhere', () => {
  expect(['Sent', 'SIGNED', 'Needs attention', 'Duplicates', '.git'].map((name) => isIgnoredFolder(name, 0))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect(['Sent', 'Offers', '.git'].map((name) => isIgnoredFolder(name, 1))).toEqual([false, false, true]);
});

test('documents that were deleted or that a program keeps for a moment are left out, whatever their folder is called', () => {
  const names = ['#recycle', '@Recycle', '$RECYCLE.BIN', 'lost+found', 'tmpab12cd34', 'tmp_x9k2q7a'];
  expect(names.filter((name) => !isIgnoredFolder(name, 1))).toEqual([]);
});

const ofPeople = [
  'Recycling',
  'Tempo',
  'Temp',
  'tmp',
  'tmp report',
  'TMPartner',
  'Tmpolska',
  'TMP2024',
  'tmp_vertraege',
];
test.each([...ofPeople, 'Zivilstand', '4913'])('a folder that a person calls %s is looked into', (name) =>
  expect(isIgnoredFolder(name, 1)).toBe(false),
);

test('hints mean nothing below a folder that no scan enters, also where files are that were set aside, one level deeper', () => {
  const paths = ['a.pdf', 'Sent/a.pdf', '1/2/3/4/5/6/7/8/a.pdf', '1/2/3/4/5/6/7/8/9/a.pdf'];
  expect(paths.map(isUninteresting)).toEqual([false, true, false, true]);
  const aside = paths.map((path) => `Duplicates/${path}`);
  expect([...aside, 'Duplicates/.git/a.pdf'].map(isUninteresting)).toEqual([false, false, false, true, true]);
});
