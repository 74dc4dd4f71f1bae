import { afterEach, describe, expect, test, vi } from 'vitest';
import { createNameIndex, isSameName, isSameText, plainName } from './document-name.ts';

function indexOf(names: readonly string[]) {
  const index = createNameIndex();
  for (const name of names) index.add(name);
  return index;
}

const LONG = 'Employment contract of Anna Müller-Bernasconi 2026.pdf';

describe('the service may show a name', () => {
  test.each([
    ['with entities', 'Smith &amp; Sons.pdf', 'Smith & Sons.pdf'],
    ['with entities twice', 'Smith &amp;amp; Sons.pdf', 'Smith & Sons.pdf'],
    ['with numbered entities', 'Smith &#38; &#x53;ons.pdf', 'Smith & Sons.pdf'],
    ['with the escapes of its upload', 'a %22quoted%22 name.pdf', 'a "quoted" name.pdf'],
    ['trimmed', 'Offer 2026.pdf', '  Offer  2026.pdf '],
    ['with accents as two characters', 'Ve\u0301rifie\u0301.pdf', 'V\u00e9rifi\u00e9.pdf'],
    ['without signs that it does not like', 'a_b__c_.pdf', 'a\\b: c?.pdf'],
    ['with an underscore for a backslash', 'C:_Contracts_a.pdf', String.raw`C:\Contracts\a.pdf`],
    ['without its ending', 'Contract', 'Contract.pdf'],
    ['shortened', LONG.slice(0, 30), LONG],
    ['shortened, with dots', `${LONG.slice(0, 30)}…`, LONG],
    ['with letters of HTML', 'Vertr&auml;ge M&uuml;ller &szlig;.pdf', 'Verträge Müller ß.pdf'],
    ['with escapes of an address', 'Vertr%C3%A4ge%20M%C3%BCller.pdf', 'Verträge Müller.pdf'],
    ['in UTF-8 that was read as text of Windows', 'VertrÃ¤ge â€“ MÃ¼ller.pdf', 'Verträge – Müller.pdf'],
    ['with letters that it could not keep', 'Vertr?ge M\uFFFDller.pdf', 'Verträge Müller.pdf'],
    ['cut in the middle', 'Employment…2026.pdf', LONG],
    ['cut in the middle, with dots', 'Employment...Bernasconi 2026.pdf', LONG],
    ['cut early, with dots', 'Employ...', LONG],
    ['cut early, with its ending', LONG.slice(0, 9), LONG],
    ['shortened before its ending', `${LONG.slice(0, 24)}.pdf`, LONG],
  ])('%s', (_, shown, sent) => {
    expect(isSameName(shown, sent)).toBe(true);
    expect(indexOf(['Other.pdf', sent]).find(shown)).toEqual([sent]);
  });

  test.each([
    ['another name', 'Offer 2025.pdf', 'Offer 2026.pdf'],
    ['a short beginning', 'Contract.pdf', 'Contract Miller.pdf'],
    ['a longer name', `${LONG.slice(0, -4)} b.pdf`, LONG],
    ['no name', '', 'Offer.pdf'],
    ['without its folders', 'a.pdf', String.raw`Contracts\a.pdf`],
    ['other signs alone', '!!', '??'],
    ['a name that was cut and had other parts', 'Employment…2025.pdf', LONG],
    ['hardly any part of it', 'E…6', LONG],
    ['hardly any beginning', 'Emplo', LONG],
    ['a beginning with an ending of its own', 'Employment.pdf', LONG],
    ['lost letters and other ones', 'V?rtrag 2.pdf', 'Vürtrag 1.pdf'],
    ['an address with broken escapes', '%C3%28.pdf', 'Ã(.pdf'],
  ])('but not as %s', (_, shown, sent) => {
    expect(isSameName(shown, sent)).toBe(false);
    expect(indexOf([sent]).find(shown)).toEqual([]);
  });
});

test('a name that was not changed may be a longer one that was shortened before its ending', () => {
  const names = [
    'Arbeitsvertrag Meier Anna.pdf',
    'Arbeitsvertrag Meier Anna Nachtrag 2.pdf',
    'Arbeitsvertrag Meier.pdf',
  ];
  expect(indexOf(names).find(names[0] ?? '')).toEqual(names.slice(0, 2));
  expect(indexOf(names).find(names[1] ?? '')).toEqual([names[1]]);
});

test('texts are the same but for escapes and spaces', () => {
  expect(isSameText('Please sign &amp; return ', 'Please sign & return')).toBe(true);
  expect(isSameText('Please sign', 'Please sign!')).toBe(false);
  expect(plainName('&unknown; &#0;')).toBe('&unknown; &#0;');
});

describe('among thousands of sent names', () => {
  afterEach(() => void vi.restoreAllMocks());

  test.each([
    ['lost letters', 'Contr?ct 7x.pdf'],
    ['a cut in the middle', 'Contract of M…x.pdf'],
    ['the beginning of all', 'Contract of Muster AG x.pdf'],
    ['no ending', 'Contract of Muster AG'],
  ])('a name with %s is taken apart once, and not again for each of them', (_, shown) => {
    const index = indexOf(Array.from({ length: 2_000 }, (_none, at) => `Contract of Muster AG ${at}.pdf`));
    const taken = vi.spyOn(String.prototype, 'normalize');
    index.find(shown);
    expect(taken.mock.calls.length).toBeLessThan(20);
  });
});
