import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** A file that can be read at any place. `read` returns fewer bytes than requested at the end of the file. */
export interface Bytes {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}

/** Reads what is in memory already as a file is read. */
export const inMemory = (content: Buffer): Bytes => ({
  size: content.length,
  read: (position, length) => Promise.resolve(content.subarray(position, position + length)),
});

export interface ZipEntry {
  /** With `/` between folders, although some programs write `\`. */
  readonly name: string;
  /** The name as the directory writes it. */
  readonly nameBytes: Buffer;
  /** The fields after the name, among them another spelling of it. */
  readonly extra: Buffer;
  readonly encrypted: boolean;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly crc32: number;
  /** The offset of its local header in the file. */
  readonly at: number;
}

export type ZipDirectory = { readonly ok: true; readonly entries: readonly ZipEntry[] } | { readonly ok: false };

const endRecord = 0x06054b50;
const entryRecord = 0x02014b50;
export const localRecord = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
export const localBytes = 30;
const longestComment = 0xffff;
const stored = 0;
const deflated = 8;
/** Office files have a few dozen entries. A zip with far more is no Office file. */
const mostEntries = 10_000;
const mostBytes = 4 * 1024 * 1024;

const broken: ZipDirectory = { ok: false };
const inflate = promisify(inflateRaw);

/**
 * Reads the directory of a zip whose first entry is at `begin`. It unpacks nothing, so a zip bomb has no effect. Offsets
 * count from the first entry or from the start of the file. Any other offset belongs to a zip inside a truncated file.
 */
export async function readZipDirectory(bytes: Bytes, begin: number): Promise<ZipDirectory> {
  const tailAt = Math.max(0, bytes.size - endBytes - longestComment);
  const tail = await bytes.read(tailAt, bytes.size - tailAt);
  const end = findEnd(tail);
  if (end === null) return broken;
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (tail.readUInt16LE(end + 4) !== 0 || tail.readUInt16LE(end + 8) !== count) return broken;
  if (count > mostEntries || length > mostBytes || start + length > tailAt + end) return broken;
  for (const shift of new Set([begin, 0])) {
    // oxlint-disable-next-line no-await-in-loop -- two tries at most
    const directory = await bytes.read(start + shift, length);
    const contentEnd = start + shift;
    if (directory.length === length && isEntry(directory, 0))
      return readEntries(directory, { count, contentEnd, shift });
  }
  return broken;
}

const isEntry = (directory: Buffer, at: number): boolean =>
  at + entryBytes <= directory.length && directory.readUInt32LE(at) === entryRecord;

/**
 * Finds the last end record whose comment fills the rest of the file, because a comment may contain the signature as
 * well. Some programs write bytes after the end, so the last record with a whole comment is the second choice.
 */
function findEnd(tail: Buffer): number | null {
  let secondChoice: number | null = null;
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endRecord) continue;
    const after = tail.length - (at + endBytes + tail.readUInt16LE(at + 20));
    if (after === 0) return at;
    if (after > 0) secondChoice ??= at;
  }
  return secondChoice;
}

interface Frame {
  readonly count: number;
  readonly contentEnd: number;
  readonly shift: number;
}

function readEntries(directory: Buffer, { count, contentEnd, shift }: Frame): ZipDirectory {
  const entries: ZipEntry[] = [];
  let from = 0;
  for (let index = 0; index < count; index += 1) {
    if (!isEntry(directory, from)) return broken;
    const nameEnd = from + entryBytes + directory.readUInt16LE(from + 28);
    const nameBytes = directory.subarray(from + entryBytes, nameEnd);
    const extraEnd = nameEnd + directory.readUInt16LE(from + 30);
    const next = extraEnd + directory.readUInt16LE(from + 32);
    const packed = directory.readUInt32LE(from + 20);
    const at = directory.readUInt32LE(from + 42) + shift;
    if (next > directory.length || at + localBytes + nameBytes.length + packed > contentEnd) return broken;
    entries.push({
      name: nameBytes.toString('utf8').replaceAll('\\', '/'),
      nameBytes,
      extra: directory.subarray(nameEnd, extraEnd),
      encrypted: (directory.readUInt16LE(from + 8) & 1) === 1,
      method: directory.readUInt16LE(from + 10),
      packed,
      unpacked: directory.readUInt32LE(from + 24),
      crc32: directory.readUInt32LE(from + 16),
      at,
    });
    from = next;
  }
  return { ok: true, entries };
}

/** Unpacks one entry of at most `most` bytes. Null: it is larger, damaged, or packed in a way Office never uses. */
export async function readZipEntry(
  bytes: Bytes,
  { at, packed, method }: ZipEntry,
  most: number,
): Promise<Buffer | null> {
  if (packed > most || (method !== stored && method !== deflated)) return null;
  const head = await bytes.read(at, localBytes);
  if (head.length < localBytes || head.readUInt32LE(0) !== localRecord) return null;
  const content = await bytes.read(at + localBytes + head.readUInt16LE(26) + head.readUInt16LE(28), packed);
  if (content.length < packed) return null;
  if (method === stored) return content;
  try {
    return await inflate(content, { maxOutputLength: most });
  } catch {
    return null;
  }
}
