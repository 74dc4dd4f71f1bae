import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengths } from '../../../../preload/contract/limits.ts';
import { checkAddress } from '../../../../shared/people/address.ts';
import { isComplete, isListOfPeople, readSignees, validSignees } from './read-signees.ts';

const read = (text: string) =>
  readSignees(text).map(({ email, name, note }) => [email, name, note].join('|').replace(/\|+$/, ''));

describe('running text', () => {
  test.each<[string, readonly string[]]>([
    ['anna@muster.ch', ['anna@muster.ch']],
    ['Anna Muster <anna@muster.ch>; beat@frei.ch', ['anna@muster.ch|Anna Muster', 'beat@frei.ch']],
    ['a@b.ch, c@d.ch\ne@f.ch\r\n\r\ng@h.ch', ['a@b.ch', 'c@d.ch', 'e@f.ch', 'g@h.ch']],
    ['"Muster, Anna" <a@b.ch>, Beat <c@d.ch>', ['a@b.ch|Muster, Anna', 'c@d.ch|Beat']],
    ['Muster, Anna <a@b.ch>; Frei, Beat <c@d.ch>', ['a@b.ch|Muster, Anna', 'c@d.ch|Frei, Beat']],
    ['"Muster; \\"Nan\\" Anna" <a@b.ch>', ['a@b.ch|Muster; "Nan" Anna']],
    ["'Anna Muster' <a@b.ch>", ['a@b.ch|Anna Muster']],
    ["'a@b.ch'", ['a@b.ch']],
    ['Anna Muster a@b.ch', ['a@b.ch|Anna Muster']],
    ['a@b.ch (Anna Muster)', ['a@b.ch|Anna Muster']],
    ['Anna Muster, a@b.ch', ['a@b.ch|Anna Muster']],
    ['a@b.ch c@d.ch', ['a@b.ch', 'c@d.ch']],
    ['a@b.ch <a@b.ch>', ['a@b.ch']],
    ['<a@b.ch><c@d.ch>', ['a@b.ch', 'c@d.ch']],
    ['Anna [mailto:a@b.ch]', ['a@b.ch|Anna']],
    ['Anna <mailto:a@b.ch>', ['a@b.ch|Anna']],
    ['mailto:a@b.ch,c%40d.ch?subject=Hi,%20you&cc=e@f.ch', ['a@b.ch', 'c@d.ch', 'e@f.ch']],
    ['mailto:100%@b.ch', ['100%@b.ch']],
    ['jürg@müller.ch', ['jürg@müller.ch']],
    ['\u200Ea@b.ch\u200B;\u00A0c@d.ch\uFEFF', ['a@b.ch', 'c@d.ch']],
    // No address: kept for correction.
    ['anna at muster.ch; beat@frei.ch', ['anna at muster.ch', 'beat@frei.ch']],
    ['Anna <>', ['|Anna']],
    // A name without an address.
    ['Carla Rossi', ['|Carla Rossi']],
    ['Dr. Carla Rossi; beat@frei.ch', ['|Dr. Carla Rossi', 'beat@frei.ch']],
    ['Anna <anna', ['Anna <anna']],
    ['x, y, a@b.ch', ['x', 'y', 'a@b.ch']],
    ['a@b.ch, c@d.ch, rubbish', ['a@b.ch', 'c@d.ch', 'rubbish']],
    ['"Anna a@b.ch; c@d.ch', ['a@b.ch|"Anna', 'c@d.ch']],
    ['a@@b.ch', ['a@@b.ch']],
    ['', []],
    [' ;, \n', []],
  ])('%j', (text, people) => {
    expect(read(text)).toEqual(people);
  });

  const address = fc
    .tuple(fc.stringMatching(/^[a-zäé0-9]{1,12}$/), fc.stringMatching(/^[a-zü]{1,10}$/))
    .map(([local, domain]) => `${local}@${domain}.ch`);
  const name = fc.stringMatching(/^[A-ZÄ][a-zü]{1,8} [A-Z][a-z]{1,8}$/);
  const written = fc
    .tuple(address, name)
    .chain(([email, who]) =>
      fc.constantFrom(
        { text: email, email },
        { text: `<${email}>`, email },
        { text: `${who} <${email}>`, email },
        { text: `"${who.replace(' ', ', ')}" <${email}>`, email },
        { text: `mailto:${email}`, email },
      ),
    );

  test('finds every address, however people write and separate them', () => {
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1 }),
        fc.constantFrom(';', ', ', '\n', '\r\n', ' ;\n'),
        (people, by) => {
          const found = readSignees(people.map(({ text }) => text).join(by));
          expect(found.map(({ email }) => email)).toEqual(people.map(({ email }) => email));
        },
      ),
    );
  });

  test('loses no text, whatever it is', () => {
    const signs = fc.string({
      unit: fc.constantFrom('a', 'B', 'ü', '@', '.', ',', ';', '<', '>', '"', "'", ' ', '\n', '(', '[', ':', '1'),
    });
    fc.assert(
      fc.property(signs, (text) => {
        const kept = readSignees(text)
          .map(({ email, name: who, note }) => email + who + note)
          .join('');
        const letters = (whole: string) =>
          Array.from(whole)
            .filter((sign) => /[\p{L}\p{N}@]/u.test(sign))
            .toSorted()
            .join('');
        expect(letters(kept)).toBe(letters(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('reads a megabyte of anything quickly', () => {
    for (const unit of [
      '<',
      '"',
      'mailto:,',
      'x@y mailto:a,a',
      'a ',
      'a,',
      '"a\t',
      'a@b.ch ',
      '[',
      '(',
      ' <a',
      '""',
      '\t"',
      "'",
    ]) {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(readSignees(text)).toBeInstanceOf(Array);
    }
  });
});

describe('columns of a spreadsheet', () => {
  test.each<[string, string, readonly string[]]>([
    ['one column', 'a@b.ch\r\nc@d.ch\r\n', ['a@b.ch', 'c@d.ch']],
    ['name and address', 'Anna Muster\ta@b.ch\nBeat Frei\tc@d.ch', ['a@b.ch|Anna Muster', 'c@d.ch|Beat Frei']],
    [
      'address, name, note',
      'a@b.ch\tAnna Muster\tPlease sign by Friday\nc@d.ch\tBeat Frei\t',
      ['a@b.ch|Anna Muster|Please sign by Friday', 'c@d.ch|Beat Frei'],
    ],
    ['first and last name', 'Anna\tMuster\ta@b.ch\nBeat\tFrei\tc@d.ch', ['a@b.ch|Anna Muster', 'c@d.ch|Beat Frei']],
    [
      'headings',
      'Nachname\tVorname\tE-Mail\tOrt\tBemerkung\nMuster\tAnna\ta@b.ch\tBern\tSeite 2',
      ['a@b.ch|Anna Muster|Seite 2'],
    ],
    ['headings in French', 'Nom\tPrénom\tAdresse e-mail\nMuster\tAnna\ta@b.ch', ['a@b.ch|Anna Muster']],
    ['a name alone', 'Name\tMail\nAnna\ta@b.ch\nBeat\t', ['a@b.ch|Anna', '|Beat']],
    ['quoted cells', '"Muster\nAnna"\t"a@b.ch"\n"the ""boss"""\tc@d.ch', ['a@b.ch|Muster Anna', 'c@d.ch|the "boss"']],
    ['rubbish among addresses', 'Anna\ta@b.ch\nBeat\tbeat at frei', ['a@b.ch|Anna', 'beat at frei|Beat']],
    ['an unknown first row', 'Foo\tBar\nAnna\ta@b.ch', ['Bar|Foo', 'a@b.ch|Anna']],
    ['rows of nothing', 'Anna\ta@b.ch\n\t\n\nBeat\tc@d.ch', ['a@b.ch|Anna', 'c@d.ch|Beat']],
    ['several in a cell', 'Board\ta@b.ch; Beat <c@d.ch>', ['a@b.ch|Board', 'c@d.ch|Beat']],
    [
      'a note with its ends of lines',
      'Name\tE-Mail\tNotiz\nAnna\ta@b.ch\t"Bitte:\r\n1. lesen\r\n2. unterschreiben"',
      ['a@b.ch|Anna|Bitte:\n1. lesen\n2. unterschreiben'],
    ],
    ['no address at all', 'Anna\tBern\nBeat\tBasel', ['|Anna Bern', '|Beat Basel']],
  ])('%s', (_what, text, people) => {
    expect(read(text)).toEqual(people);
  });
});

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n');

describe('cells of any content', () => {
  test('give a person for each row, with an address where the row has one', () => {
    const cell = fc.oneof(
      fc.constantFrom('', 'a@b.ch', 'Anna', 'Anna Muster', 'Name', 'E-Mail', 'x@'),
      fc.stringMatching(/^[a-zA-Z@, ]*$/),
    );
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const found = readSignees(`\t\n${rows.map((row) => row.join('\t')).join('\n')}`);
        // The heading is the only row without a person.
        const people = rows.filter((row) => /[\p{L}@]/u.test(row.join(''))).length;
        expect(found.length).toBeGreaterThanOrEqual(people - 1);
        const addressed = rows.filter((row) => row.some((text) => text.includes('@'))).length;
        expect(found.filter(({ email }) => email.includes('@')).length).toBeGreaterThanOrEqual(addressed);
      }),
    );
  });
});

describe('business cards', () => {
  test.each<[string, string, readonly string[]]>([
    [
      '4.0',
      card('VERSION:4.0', 'FN:Anna Muster', 'N:Muster;Anna;;;', 'EMAIL;TYPE=work:anna@muster.ch'),
      ['anna@muster.ch|Anna Muster'],
    ],
    [
      '3.0, folded, escaped, grouped',
      card('VERSION:3.0', 'FN:Mus', ' ter\\, Anna', 'item1.EMAIL;type=INTERNET;type="x:y":an', ' na@muster.ch'),
      ['anna@muster.ch|Muster, Anna'],
    ],
    [
      '2.1 in quoted-printable',
      card(
        'VERSION:2.1',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrg M=C3=BC=',
        'ller',
        'EMAIL;INTERNET:j@m.ch',
      ),
      ['j@m.ch|Jürg Müller'],
    ],
    [
      '2.1 in the old Windows set',
      card('VERSION:2.1', 'N;QUOTED-PRINTABLE:M=FCller;J=FCrg', 'EMAIL:j@m.ch'),
      ['j@m.ch|Jürg Müller'],
    ],
    [
      '2.1 keeps the space it folds at',
      card('VERSION:2.1', 'FN:Anna', ' Muster', 'EMAIL:a@b.ch'),
      ['a@b.ch|Anna Muster'],
    ],
    [
      'the preferred of several addresses',
      card('FN:A', 'EMAIL:a@home.ch', 'EMAIL;TYPE=work,PREF:a@b.ch'),
      ['a@b.ch|A'],
    ],
    ['the preferred of version 4', card('FN:A', 'EMAIL;PREF=2:a@home.ch', 'EMAIL;PREF=1:mailto:a@b.ch'), ['a@b.ch|A']],
    ['no formatted name', card('N:Muster;Anna;Maria;Dr.;', 'EMAIL:a@b.ch'), ['a@b.ch|Anna Muster']],
    ['nobody’s address', card('FN:Anna Muster'), ['|Anna Muster']],
    [
      'two, and an address around',
      `${card('FN:A', 'EMAIL:a@b.ch')}\nc@d.ch\n${card('FN:E', 'EMAIL:e@f.ch')}`,
      ['a@b.ch|A', 'e@f.ch|E', 'c@d.ch'],
    ],
    [
      'cards that are set in, around others',
      `${' BEGIN:VCARD\nEND:VCARD\n'.repeat(20_000)}${card('FN:A', 'EMAIL:a@b.ch')}`,
      ['a@b.ch|A', ...Array.from({ length: 20_000 }, () => ['BEGIN:VCARD', 'END:VCARD']).flat()],
    ],
    ['one cut off', 'BEGIN:VCARD\nFN:Anna\nEMAIL:a@b.ch', ['a@b.ch|Anna']],
    ['lower case', 'begin:vcard\nfn:Anna\nemail:a@b.ch\nend:vcard', ['a@b.ch|Anna']],
  ])('%s', (_what, text, people) => {
    expect(read(text)).toEqual(people);
  });

  test('with any content never fail', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'BEGIN:VCARD',
        'END:VCARD',
        'FN;ENCODING=QUOTED-PRINTABLE:=',
        'EMAIL:a@b.ch',
        ' x',
        'N:;;;;',
        'FN;CHARSET=nonsense;QUOTED-PRINTABLE:=FC',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(readSignees(['BEGIN:VCARD', ...lines].join('\n'))).toBeInstanceOf(Array);
      }),
    );
  });
});

describe('while typing', () => {
  test.each([
    ['anna@muster.ch;', true],
    ['anna@muster.ch, ', true],
    ['Muster, Anna <a@b.ch>,', true],
    ['Muster,', false],
    ['"Muster,', false],
    ['Anna <a@b.ch,', false],
    ['<>,', true],
    ['anna@muster.ch', false],
  ])('%j is complete: %s', (text, complete) => {
    expect(isComplete(text)).toBe(complete);
  });

  test('a long meaningless text gets an answer', () => {
    expect(isComplete(`${'@'.repeat(200_000)}<>,`)).toBe(true);
    expect(isComplete(`${'@'.repeat(200_000)}<,`)).toBe(false);
  });

  test.each([
    ['anna@muster.ch', true],
    ['x\ny', true],
    ['Anna', false],
    ['@muster.ch', false],
    ['Anna\n', false],
  ])('%j is pasted as people: %s', (text, people) => {
    expect(isListOfPeople(text)).toBe(people);
    if (people && !text.includes('\n')) expect(checkAddress(text).problem).toBeNull();
  });
});

describe('people who are complete while they are typed', () => {
  test.each([
    ['anna@muster.ch', 1],
    ['Anna Muster <anna@muster.ch>; beat@frei.ch', 2],
    ['anna@muster.ch; beat', 0],
    ['anna@', 0],
    ['', 0],
    ['a@b.ch;'.repeat(lengths.pastedPeople), 0],
  ])('%.50s has %i', (text, count) => {
    expect(validSignees(text)).toHaveLength(count);
  });
});
