import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengths } from '../../preload/contract/limits.ts';
import { readPeopleFile } from './people-file.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const writtenIn = (content: Uint8Array) => {
  const file = readPeopleFile(content);
  return file.kind === 'read' ? file.entries : null;
};
const read = (content: string | Uint8Array) =>
  writtenIn(typeof content === 'string' ? utf8(content) : content)?.map(({ email, name }) =>
    `${email}|${name}`.replace(/\|$/, ''),
  );

describe('a file of people', () => {
  test.each<[string, string, readonly string[]]>([
    ['Excel, German', 'Name;E-Mail\r\nAnna Muster;a@b.ch\r\nBeat;c@d.ch\r\n', ['a@b.ch|Anna Muster', 'c@d.ch|Beat']],
    ['Excel, English', 'Name,E-mail\n"Muster, Anna",a@b.ch\n', ['a@b.ch|Muster, Anna']],
    ['tabs', 'E-mail\tName\na@b.ch\tAnna\n', ['a@b.ch|Anna']],
    [
      'Outlook',
      '"First Name","Last Name","Company","E-mail Address","E-mail Type","E-mail Display Name"\n"Anna","Muster","Muster AG","a@b.ch","SMTP","Anna (a@b.ch)"\n"Beat","Frei",,,,\n',
      ['a@b.ch|Anna Muster', '|Beat Frei'],
    ],
    ['a cell with a line end and quotes', 'Name;E-mail\n"Anna ""Nan""\nMuster";a@b.ch\n', ['a@b.ch|Anna "Nan" Muster']],
    ['no headings', 'a@b.ch;Anna Muster\nc@d.ch;Beat Frei\n', ['a@b.ch|Anna Muster', 'c@d.ch|Beat Frei']],
    ['one column', 'E-mail\na@b.ch\nc@d.ch\n', ['a@b.ch', 'c@d.ch']],
    ['one column of both', 'Anna Muster <a@b.ch>\nc@d.ch\n', ['a@b.ch|Anna Muster', 'c@d.ch']],
    ['a mark at the start', '\uFEFFName;E-mail\nAnna;a@b.ch', ['a@b.ch|Anna']],
    [
      'cards',
      'BEGIN:VCARD\nFN:Anna\nEMAIL:a@b.ch\nEND:VCARD\nBEGIN:VCARD\nFN:Beat\nEMAIL:c@d.ch\nEND:VCARD',
      ['a@b.ch|Anna', 'c@d.ch|Beat'],
    ],
    ['nothing', '', []],
  ])('%s', (_kind, text, people) => {
    expect(read(text)).toEqual(people);
  });

  test('may be UTF-16 with a byte order mark, or Windows-1252', () => {
    const text = 'Name;E-Mail\r\nJürg Müller;j@m.ch';
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    expect(read(little)).toEqual(['j@m.ch|Jürg Müller']);
    expect(read(Buffer.from(little).swap16())).toEqual(['j@m.ch|Jürg Müller']);
    expect(read(Buffer.from(text, 'latin1'))).toEqual(['j@m.ch|Jürg Müller']);
  });

  test('that is no text or too long is unreadable', () => {
    expect(readPeopleFile(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]))).toEqual({ kind: 'unreadable' });
    expect(readPeopleFile(new Uint8Array(lengths.peopleFile + 1).fill(0x61))).toEqual({ kind: 'unreadable' });
  });

  test('with too many rows is refused', () => {
    expect(readPeopleFile(utf8('x\n'.repeat(100_000)))).toMatchObject({ kind: 'read' });
    expect(readPeopleFile(utf8('x\n'.repeat(100_001)))).toEqual({ kind: 'too-many' });
    expect(readPeopleFile(utf8('a@b '.repeat(100_001)))).toEqual({ kind: 'too-many' });
    expect(readPeopleFile(utf8('BEGIN:VCARD\nFN:A\n'.repeat(100_001)))).toEqual({ kind: 'too-many' });
  });

  test('gives every person, with any separator', () => {
    const cell = fc.stringMatching(/^[A-ZÄ][a-zü ,;"\t]{0,12}$/);
    const person = fc.record({ name: cell, email: fc.stringMatching(/^[a-z]{1,9}@[a-z]{1,9}\.ch$/) });
    fc.assert(
      fc.property(fc.array(person, { minLength: 1 }), fc.constantFrom(',', ';', '\t'), (people, by) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const lines = people.map(({ name, email }) => [quoted(name), email].join(by));
        const found = writtenIn(utf8([['Name', 'E-mail'].join(by), ...lines].join('\r\n')));
        expect(found?.map(({ email }) => email)).toEqual(people.map(({ email }) => email));
      }),
    );
  });

  test('of any bytes does not make it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (content) => {
        expect(() => readPeopleFile(content)).not.toThrow();
      }),
    );
  });
});
