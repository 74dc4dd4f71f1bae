const SHORT = 20;
const TAIL = 10;
const between = /[\s_-]/;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Splits the name in two, at the end of a word if one is near. Where there is no room, the end of the first part is left
 * out: "Mietvertrag Ba… 31.pdf".
 */
export function splitName(name: string): readonly [head: string, tail: string] {
  if (name.length <= SHORT) return [name, ''];
  const at = [...segmenter.segment(name)].at(-TAIL)?.index ?? name.length;
  const end = name.slice(at);
  const isCut = !between.test(name.slice(at - 1, at + 1));
  // A space would stand alone after the dots.
  const tail = (isCut ? end.slice(end.search(between) + 1) : end).trimStart();
  return [name.slice(0, name.length - tail.length), tail];
}
