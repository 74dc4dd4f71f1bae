import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengths } from '../../../preload/contract/limits.ts';
import { newList, numberOf, withCell, withHeaded, withoutRows, withRoles } from './bulk-list.ts';
import { readListBytes, readListText } from './read-list.ts';

const text = 'Datei;Unterzeichner;Notiz\r\nMüller.pdf;jürg@müller.ch;"Erste; ""wichtig"""\r\n';
const rows = [
  ['Datei', 'Unterzeichner', 'Notiz'],
  ['Müller.pdf', 'jürg@müller.ch', 'Erste; "wichtig"'],
];

const utf16 = (little: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(little ? bytes : bytes.swap16());
};

describe('a list', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with its mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['Windows-1252', new Uint8Array(Buffer.from(text, 'latin1'))],
    ['UTF-16', utf16(true)],
    ['UTF-16 the other way round', utf16(false)],
    ['tabs', new TextEncoder().encode(text.replaceAll(';', '\t').replace('Erste\t', 'Erste;'))],
    [
      'commas and single ends of lines',
      new TextEncoder().encode('Datei,Unterzeichner,Notiz\nMüller.pdf,jürg@müller.ch,"Erste; ""wichtig"""'),
    ],
    ['a line that names the separator', new TextEncoder().encode(`sep=;\r\n${text}`)],
    ['a formula made harmless', new TextEncoder().encode(text.replace('Erste', 'Erste'))],
  ])('in %s is read', (_kind, bytes) => {
    expect(readListBytes(bytes)).toEqual({ kind: 'read', rows });
  });

  test('that is a program, empty or too long is reported', () => {
    expect(readListBytes(new Uint8Array([77, 90, 0, 3]))).toEqual({ kind: 'no-text' });
    expect(readListText(' \r\n\t \r\n')).toEqual({ kind: 'empty' });
    expect(readListText('a\tb\n'.repeat(1_001)).kind).toBe('read');
    expect(readListText('a\tb\n'.repeat(1_002))).toEqual({ kind: 'too-many', count: 1_002 });
    expect(readListText(`a${'\tb'.repeat(199)}`).kind).toBe('read');
    expect(readListText(`a${'\tb'.repeat(200)}`)).toEqual({ kind: 'no-text' });
    expect(readListText('a'.repeat(lengths.peopleFile)).kind).toBe('read');
    expect(readListText('a'.repeat(lengths.peopleFile + 1))).toEqual({ kind: 'no-text' });
    expect(readListBytes(new Uint8Array(lengths.peopleFile + 1).fill(0x61))).toEqual({ kind: 'no-text' });
  });

  test('removes the apostrophe that disables a formula', () => {
    expect(readListText("File\tNote\na.pdf\t'=1+1\nb.pdf\t'quoted'")).toEqual({
      kind: 'read',
      rows: [
        ['File', 'Note'],
        ['a.pdf', '=1+1'],
        ['b.pdf', "'quoted'"],
      ],
    });
  });

  test('any bytes are read or reported', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const read = readListBytes(bytes);
        if (read.kind === 'no-text') expect(bytes).toContain(0);
        if (read.kind === 'read') expect(read.rows.every((row) => row.some(Boolean))).toBe(true);
        else expect(['no-text', 'empty']).toContain(read.kind);
      }),
    );
  });
});

describe('rows', () => {
  test('keep line ends in notes only', () => {
    const read = readListText('File,Signee,Note\r\n"a\n.pdf","Anna\nMuster <a@b.ch>","1. read\r\n2. sign"');
    expect(read.kind === 'read' && newList(read.rows).rows[0]?.cells).toMatchObject({
      file: 'a .pdf',
      signees: 'Anna Muster <a@b.ch>',
      note: '1. read\n2. sign',
    });
  });

  const list = newList([...rows, ['Zweite.pdf', 'a@b.ch; c@d.ch', '']]);

  test('have their cells by the columns, and numbers from the first row after the heading', () => {
    expect(list.rows.map(({ cells }) => cells.signees)).toEqual(['jürg@müller.ch', 'a@b.ch; c@d.ch']);
    expect(list.rows.map((row) => numberOf(list, row))).toEqual([1, 2]);
  });

  test('keep typed cells when columns change, and do not come back after sending', () => {
    const typed = withCell(list, 1, 'note', 'Mine');
    const other = withRoles(typed, ['note', 'signee', 'file']);
    expect(other.rows[0]?.cells).toMatchObject({ file: 'Erste; "wichtig"', note: 'Mine' });
    const rest = withoutRows(typed, new Set([1]));
    expect(rest.taken).toBe(1);
    const bare = withHeaded(rest, false);
    expect(bare.rows.map(({ at }) => at)).toEqual([0, 2]);
    expect(bare.rows.map((row) => numberOf(bare, row))).toEqual([1, 3]);
    expect(withHeaded(bare, true).rows).toEqual(rest.rows);
  });
});
