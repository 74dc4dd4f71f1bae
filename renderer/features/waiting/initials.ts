const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const firstOf = (word: string): string => [...segmenter.segment(word)][0]?.segment ?? '';

/** Returns one or two letters for a person: of the first and the last word of a name, or of an address. */
export function initialsOf(name: string): string {
  const words = (name.includes('@') ? name.slice(0, name.indexOf('@')) : name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [words[0], ...words.slice(1).slice(-1)].map((word = '') => firstOf(word).toUpperCase()).join('');
}
