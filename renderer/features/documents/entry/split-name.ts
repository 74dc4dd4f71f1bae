const SHORT = 20;
const TAIL = 10;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Splits the name in two. Where there is no room, the end of the first part is left out: "Mietvertrag Ba…ll 31.pdf".
 */
export function splitName(name: string): readonly [head: string, tail: string] {
  if (name.length <= SHORT) return [name, ''];
  const at = [...segmenter.segment(name)].at(-TAIL)?.index ?? name.length;
  // A space would stand alone after the dots.
  const tail = name.slice(at).trimStart();
  return [name.slice(0, name.length - tail.length), tail];
}
