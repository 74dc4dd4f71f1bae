/** Letters without a decomposed form, as people type them on another keyboard. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
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

/** Removes accents and upper case, from the search text and from the searched text alike. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

/** Folds a text and splits it into words. Splitting here makes us independent of the database's rules. */
export const wordsIn = (text: string): string => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** Returns a word that nobody can type. It narrows a search to a connection. */
export const connectionWord = (id: string): string => `@${id.replaceAll(/[^\w-]/g, '')}`;
