import { endOfWord, isBlank } from '../../pdf/words.ts';

/** The actions of a PDF when it is opened or clicked. */
export type PdfAction = 'starts-program' | 'script';

const type = Buffer.from('Type');
const script = Buffer.from('JS');
const objectStream = Buffer.from('ObjStm');
const actions: readonly (readonly [Buffer, PdfAction])[] = [
  [Buffer.from('Launch'), 'starts-program'],
  [Buffer.from('JavaScript'), 'script'],
];
/** A length above each name that we look for, with all letters written as `#` and two digits. */
const longestName = 64;
/** A document of 40 MB has a few thousand. We read one more, to know that there are too many. */
export const mostObjectStreams = 20_000;
const slash = 0x2f;
const percent = 0x25;
const escape = 0x23;

const digitOf = (byte: number | undefined): number => {
  if (byte === undefined) return Number.NaN;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
};

/** Tells whether a byte begins a string, or the number of a reference. */
const isScriptBegin = (byte: number | undefined): boolean =>
  byte === 0x28 || byte === 0x3c || (byte !== undefined && byte >= 0x30 && byte <= 0x39);

/** An object stream is named here. */
export interface ObjectStreamPlace {
  readonly at: number;
  /** The name is the value of `/Type`, not a word in a text. */
  readonly isType: boolean;
}

/** Compares a name byte by byte. Any of its letters may be written as `#` and two digits. */
function isName(bytes: Buffer, from: number, end: number, wanted: Buffer): boolean {
  let at = from;
  for (let index = 0; index < wanted.length; index += 1) {
    const isEscaped = bytes[at] === escape;
    if ((isEscaped ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : bytes[at]) !== wanted[index]) return false;
    at += isEscaped ? 3 : 1;
  }
  return at === end;
}

/**
 * Looks for actions in the bytes of a PDF, in one pass: the names `/Launch` and `/JavaScript` anywhere, because an action
 * may name its kind in another object, and `/JS` before a string or a reference. Alone, `/JS` stands in packed bytes by
 * chance. It also notes where object streams are named. It does not follow the tables of the PDF, because a viewer that
 * repairs a PDF does not either.
 */
export function createActionScan() {
  const found = new Set<PdfAction>();
  const objectStreams: ObjectStreamPlace[] = [];
  /** The last name, until something else than a blank or a comment. */
  let last: 'script' | 'type' | null = null;
  let isComment = false;
  let carry: Buffer = Buffer.alloc(0);
  let carryAt = 0;

  function readNameAt(bytes: Buffer, at: number): number {
    const end = endOfWord(bytes, at + 1);
    const from = at + 1;
    for (const [name, action] of actions) if (isName(bytes, from, end, name)) found.add(action);
    const isType = last === 'type';
    last = isName(bytes, from, end, type) ? 'type' : isName(bytes, from, end, script) ? 'script' : null;
    if (end - from >= objectStream.length && objectStreams.length <= mostObjectStreams)
      if (isName(bytes, from, end, objectStream)) objectStreams.push({ at: carryAt + at, isType });
    return end;
  }

  return {
    look(chunk: Uint8Array): void {
      // `concat` makes a copy: the caller may reuse the memory of a chunk.
      const bytes = Buffer.concat([carry, chunk]);
      // A name that the next chunk may continue is read together with it.
      const open = bytes.lastIndexOf(slash);
      const until = open >= 0 && bytes.length - open <= longestName ? open : bytes.length;
      let at = 0;
      while (at < until) {
        const byte = bytes[at];
        if (isComment) isComment = byte !== 0x0a && byte !== 0x0d;
        else if (byte === slash) {
          at = readNameAt(bytes, at);
          continue;
        } else if (last === null) {
          // Only a name matters here, and the system finds its slash ten times faster than a loop.
          const next = bytes.indexOf(slash, at);
          at = next < 0 || next > until ? until : next;
          continue;
        } else if (byte === percent) isComment = true;
        else if (!isBlank(byte)) {
          if (last === 'script' && isScriptBegin(byte)) found.add('script');
          last = null;
        }
        at += 1;
      }
      carryAt += at;
      carry = bytes.subarray(at);
    },
    /** Returns the findings. Call this after the last chunk. */
    end(): { readonly actions: ReadonlySet<PdfAction>; readonly objectStreams: readonly ObjectStreamPlace[] } {
      if (!isComment && carry[0] === slash) readNameAt(carry, 0);
      return { actions: found, objectStreams };
    },
  };
}
