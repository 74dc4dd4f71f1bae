import { goodFiles } from './good-files.ts';
import type { TestPeople } from './test-certificates.ts';

/** Numbers that are the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** The hex of the last signature, which nothing covers. All else of these files is covered. */
function gapOf(bytes: Buffer): readonly [number, number] {
  const at = bytes.lastIndexOf('/Contents <') + 11;
  return [at, bytes.indexOf('>', at)];
}

/** Words that mean something to a reader, so that a mutation gets further than to the first syntax error. */
const words = [
  'endobj',
  '%%EOF',
  'startxref\n0\n',
  '/ByteRange',
  '/Contents',
  '/V 9 0 R',
  '<<',
  '>>',
  '[',
  ']',
  '(',
  '>',
  ' 0 R ',
  '/Kids',
  '/Prev 0',
  '/Length 0',
  'xref\n',
];

/** Seldom inside of the room that is kept for signatures, which is most of a small file. */
function placeIn(bytes: Buffer, random: (below: number) => number): number {
  for (let tries = 0; tries < 8; tries += 1) {
    const at = random(bytes.length);
    if (bytes[at] !== 0x30 || bytes[at + 1] !== 0x30) return at;
  }
  return random(bytes.length);
}

export interface Mutated {
  readonly bytes: Buffer;
  /** Does a byte differ that a signature covers? */
  readonly isCoveredChanged: boolean;
}

export function createMutations(people: TestPeople) {
  const files = goodFiles.map(({ make }) => make(people));
  return function mutate(seed: number): Mutated {
    const random = randomOf(seed * 2_654_435_761);
    const original = files[random(files.length)] ?? Buffer.alloc(0);
    const [from, to] = gapOf(original);
    let bytes = Buffer.from(original);
    for (let left = 1 + random(3); left > 0; left -= 1) {
      const at = placeIn(bytes, random);
      const length = 1 + random(40);
      const kind = random(20);
      const word = Buffer.from(words[random(words.length)] ?? '');
      // Most keep the length: after others, no place of the tables is right and the reading ends at once.
      if (kind < 6) bytes[at] = random(256);
      else if (kind < 10) bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      else if (kind < 14) word.copy(bytes, at);
      else if (kind < 17) bytes.copy(bytes, at, placeIn(bytes, random), placeIn(bytes, random) + length);
      else if (kind === 17) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
      else if (kind === 18) bytes = Buffer.concat([bytes.subarray(0, at), word, bytes.subarray(at)]);
      else bytes = Buffer.concat([bytes, bytes.subarray(at)]);
    }
    // Blanks at the end belong to nothing.
    const whole = bytes.subarray(0, original.length);
    const isSameAround =
      whole.subarray(0, from).equals(original.subarray(0, from)) &&
      whole.subarray(to).equals(original.subarray(to)) &&
      bytes.subarray(original.length).every((byte) => byte <= 0x20);
    return { bytes, isCoveredChanged: !isSameAround };
  };
}
