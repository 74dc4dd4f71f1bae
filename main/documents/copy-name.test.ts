import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyName, safeStem, USUAL_PATTERN } from './copy-name.ts';

const noon = new Date(2026, 10, 22, 12).getTime();
const named = (name: string, number?: number) =>
  copyName(USUAL_PATTERN, { name, completedAt: noon, kind: 'pdf' }, number);

test('the usual name is the date, the name and "signed"', () => {
  expect(named('Lease.pdf')).toBe('2026-11-22 Lease signed.pdf');
  expect(named('Lease.PDF', 2)).toBe('2026-11-22 Lease signed (2).pdf');
  expect(copyName('{name}', { name: 'Offer.docx', completedAt: noon, kind: 'pdf' })).toBe('Offer.pdf');
});

test('what a name contains is never filled in as part of the pattern', () => {
  expect(copyName('{name}', { name: '{date}.pdf', completedAt: noon, kind: 'pdf' })).toBe('{date}.pdf');
});

describe('a hostile name', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\system32', 'C__Windows_system32'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1 ', '_COM1'],
    ['.hidden', 'hidden'],
    ['ends. . .', 'ends'],
    ['in\u202Efdp.exe', 'infdp.exe'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['two\nlines', 'twolines'],
    ['   ', 'document'],
    ['', 'document'],
  ])('%j becomes %j', (name, expected) => {
    expect(safeStem(name)).toBe(expected);
  });

  test('is never longer than a path allows, and no character is cut in two', () => {
    const stem = safeStem('😀'.repeat(300));
    expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(120);
    expect(stem).toBe('😀'.repeat(30));
  });

  test('never leads out of the folder, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('{name}', '../{name}', '{date}/{name}'),
        (name, pattern) => {
          const made = copyName(pattern, { name, completedAt: noon, kind: 'pdf' });
          expect(made).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u);
          expect(made.endsWith('.pdf')).toBe(true);
          expect(made.startsWith('.')).toBe(false);
        },
      ),
    );
  });
});
