import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import de from '../../../assets/locales/de.json' with { type: 'json' };
import en from '../../../assets/locales/en.json' with { type: 'json' };
import fr from '../../../assets/locales/fr.json' with { type: 'json' };
import it from '../../../assets/locales/it.json' with { type: 'json' };
import { columnsOf, guessRoles, hasHeading, type Role, roleOfHeading, roles, withColumns } from './columns.ts';

describe('a heading', () => {
  test.each<[Role, string]>([
    ['file', 'File name'],
    ['file', 'Dateiname'],
    ['file', 'Nom du fichier'],
    ['file', 'ALLEGATO'],
    ['signee', 'E-Mail'],
    ['signee', 'E-Mail-Adresse 2'],
    ['signee', '1. Unterzeichner'],
    ['signee', 'Empfänger'],
    ['signee', 'signataire nº 2'],
    ['signee', 'Adresse électronique'],
    ['signee', 'Firmatario 1'],
    ['order', 'Signing order'],
    ['order', 'Étape'],
    ['note', 'Bemerkung'],
    ['note', 'osservazioni'],
    ['profile', 'Vorlage'],
    ['profile', 'Modèle'],
    ['none', 'Grund'],
  ])('of %s: %s', (role, text) => {
    expect(roleOfHeading(text)).toBe(role);
  });

  test.each([en, de, fr, it])('of a list saved by this app is known in every language', ({ bulk: { column } }) => {
    const { file, signees, signee, order, note, profile, reason } = column;
    expect([file, signees, `${signee} 2`, order, note, profile, reason].map(roleOfHeading)).toEqual([
      'file',
      'signee',
      'signee',
      'order',
      'note',
      'profile',
      'none',
    ]);
  });

  test('is not the name of a person or a place', () => {
    for (const text of ['Anna Muster', 'Zürich', '', '42', 'Betrag']) expect(roleOfHeading(text)).toBeNull();
  });
});

describe('columns', () => {
  test('without a heading are guessed by their cells', () => {
    const rows = [
      ['1', 'a@b.ch', 'Plan.pdf', 'Anna', 'c@d.ch'],
      ['2', 'e@f.ch', 'Offer.docx', 'Beat', ''],
    ];
    expect(hasHeading(rows)).toBe(false);
    expect(guessRoles(rows, false)).toEqual(['order', 'signee', 'file', 'none', 'signee']);
  });

  test('a heading counts more than the cells below', () => {
    const rows = [
      ['Mail', 'Document', 'Copy'],
      ['a@b.ch', 'Plan.pdf', 'x@y.ch'],
    ];
    expect(hasHeading(rows)).toBe(true);
    expect(guessRoles(rows, true)).toEqual(['signee', 'file', 'none']);
    expect(
      guessRoles(
        [
          ['Who', 'Document'],
          ['a@b.ch', 'Plan.pdf'],
        ],
        true,
      ),
    ).toEqual(['signee', 'file']);
  });

  const role = fc.constantFrom(...roles);
  test('have each role once, except signees', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { maxLength: 6 }), { maxLength: 6 }), fc.boolean(), (rows, headed) => {
        const found = guessRoles(rows, headed);
        for (const one of ['file', 'order', 'note', 'profile'] as const)
          expect(found.filter((other) => other === one).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('that get a role take it from the column that had it', () => {
    const columns = fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(role, { minLength: 6, maxLength: 6 }), columns, role, (before, wanted, next) => {
        const after = withColumns(before, next, wanted);
        const found = columnsOf(after, next);
        if (next === 'signee') expect(found).toEqual(wanted.toSorted((a, b) => a - b));
        else if (next !== 'none') expect(found).toEqual(wanted.slice(-1));
        // No other column changes.
        for (const [column, one] of after.entries())
          if (one !== next && before[column] !== next) expect(one).toBe(before[column]);
      }),
    );
  });
});
