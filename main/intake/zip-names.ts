import { posix } from 'node:path';
import { unhurried } from '../time/slices.ts';
import { createWindow } from './byte-window.ts';
import { type Bytes, localBytes, localRecord, type ZipEntry } from './zip-directory.ts';

/** Headers stand before parts of mostly a few kilobytes. */
const windowBytes = 16 * 1024;

/**
 * The longest name of a part that we compare. Office writes fewer than 100 bytes, and very long ones could hold main.
 */
const longestName = 1_024;
/** The most combining marks in a row by the Unicode standard (UAX #15): normalize() takes quadratic time for more. */
const manyMarks = /\p{Mark}{31}/u;

/** The field with the name in UTF-8: version, checksum of the plain name, name. Some programs prefer it. */
const unicodePath = 0x7075;
const unicodePathHead = 5;
const none = Buffer.alloc(0);

/** Tells whether these fields give the part the name that is written before them, or none. */
function keepsName(extra: Buffer, nameBytes: Buffer): boolean {
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    const name = extra.subarray(at + 4 + unicodePathHead, end);
    if (extra.readUInt16LE(at) === unicodePath && !name.equals(nameBytes)) return false;
    at = end;
  }
  return true;
}

/** Returns the same text for all names that one program or another takes for the same part. */
function foldedName(name: string): string {
  const [written = ''] = name.split('\0', 1);
  const plain = written.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const place = posix.normalize(`/${plain.replaceAll('\\', '/')}`);
  const folded = place.normalize('NFC').toLowerCase();
  // Windows leaves out dots and blanks at the end. A regular expression would try each run of dots again and again.
  let end = folded.length;
  while (folded[end - 1] === '.' || folded[end - 1] === ' ') end -= 1;
  return folded.slice(0, end);
}

/**
 * Tells whether every program would find the same parts. Some read the directory, some the headers before each part,
 * and some take the first and others the last part of a name. Whoever signs must see what the sender saw.
 */
export async function isUnambiguous(bytes: Bytes, entries: readonly ZipEntry[]): Promise<boolean> {
  const names = new Set<string>();
  for await (const { name, nameBytes } of unhurried(entries)) {
    if (nameBytes.length > longestName || manyMarks.test(name)) return false;
    if (names.size === names.add(foldedName(name)).size) return false;
  }
  const read = createWindow(bytes, windowBytes);
  let end = 0;
  for await (const { at, nameBytes, extra, packed } of unhurried(entries.toSorted((a, b) => a.at - b.at))) {
    const head = await read(at, localBytes + nameBytes.length);
    if (at < end || head.length < localBytes + nameBytes.length || head.readUInt32LE(0) !== localRecord) return false;
    if (head.readUInt16LE(26) !== nameBytes.length || !head.subarray(localBytes).equals(nameBytes)) return false;
    const extraAt = at + localBytes + nameBytes.length;
    const extraBytes = head.readUInt16LE(28);
    const local = extraBytes === 0 ? none : await read(extraAt, extraBytes);
    if (!keepsName(extra, nameBytes) || !keepsName(local, nameBytes)) return false;
    end = extraAt + extraBytes + packed;
  }
  return true;
}
