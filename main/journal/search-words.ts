/** Letters that are not a plain letter with a mark, as people without that key type them. */
const typed: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** What is looked for and what is found are folded alike: without marks, in small letters. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => typed[letter] ?? letter);

/** The folded words of a text, one blank between two: what a word is, is decided here and not by the database. */
export const wordsIn = (text: string): string => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

const mostWords = 12;

/** Words nobody can type: what a search is narrowed by. */
export const stateWord = (state: string): string => `=${state}`;
export const connectionWord = (id: string): string => `@${id.replaceAll(/[^\w-]/g, '')}`;

/** Every word of a search must begin a word of what is found. Null: nothing to look for. */
export function searchQuery(text: string, among: readonly (readonly string[])[]): string | null {
  const words = wordsIn(text).split(' ', mostWords);
  if (words[0] === '') return null;
  const narrowed = among.map((some) => `(${some.map((word) => `"${word}"`).join(' OR ')})`);
  return [...narrowed, ...words.map((word) => `"${word}"*`)].join(' AND ');
}
