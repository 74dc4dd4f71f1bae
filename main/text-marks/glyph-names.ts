/** The names of the glyphs of ASCII, from `!` on, in its order. Letters and digits follow from their own rules. */
const signs: Readonly<Record<string, string>> = {
  space: ' ',
  exclam: '!',
  quotedbl: '"',
  numbersign: '#',
  dollar: '$',
  percent: '%',
  ampersand: '&',
  quotesingle: "'",
  quoteright: "'",
  parenleft: '(',
  parenright: ')',
  asterisk: '*',
  plus: '+',
  comma: ',',
  hyphen: '-',
  minus: '-',
  period: '.',
  slash: '/',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  colon: ':',
  semicolon: ';',
  less: '<',
  equal: '=',
  greater: '>',
  question: '?',
  at: '@',
  bracketleft: '[',
  backslash: '\\',
  bracketright: ']',
  asciicircum: '^',
  underscore: '_',
  grave: '`',
  quoteleft: '`',
  braceleft: '{',
  bar: '|',
  braceright: '}',
  asciitilde: '~',
  ff: 'ff',
  fi: 'fi',
  fl: 'fl',
  ffi: 'ffi',
  ffl: 'ffl',
  adieresis: 'ä',
  odieresis: 'ö',
  udieresis: 'ü',
  eacute: 'é',
  egrave: 'è',
  ecircumflex: 'ê',
  agrave: 'à',
  ccedilla: 'ç',
};

/** A letter that is known not to be one of a mark. */
export const otherLetter = '\ufffd';

const letters = new Map(Object.entries(signs));

/**
 * Returns the text of a glyph by its name. Null: the name tells nothing, as `g12` does. Every other name is of a letter
 * that no mark has.
 */
export function textOfGlyph(name: string): string | null {
  const known = letters.get(name);
  if (known !== undefined) return known;
  if (/^[A-Za-z]$/.test(name)) return name;
  const code = /^(?:uni|u)([0-9A-F]{4,5})$/.exec(name)?.[1];
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  return /^\.notdef$|^[A-Za-z]{3,}(?:\.[a-z]+)?$/.test(name) ? otherLetter : null;
}
