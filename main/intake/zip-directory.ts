/** A file of which any piece may be looked at. `read` may answer fewer bytes than asked for where the file ends. */
export interface Bytes {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}

export type ZipDirectory =
  | { readonly ok: true; readonly names: readonly string[]; readonly encrypted: boolean }
  | { readonly ok: false };

const endRecord = 0x06054b50;
const entryRecord = 0x02014b50;
const endBytes = 22;
const longestComment = 0xffff;
/** Office writes some dozens of entries; what is far beyond that is no office file, and is not read. */
const mostEntries = 10_000;
const mostBytes = 4 * 1024 * 1024;

const broken: ZipDirectory = { ok: false };

/** The names a zip promises, from its directory alone: nothing is extracted, so nothing can explode. */
export async function readZipDirectory(bytes: Bytes): Promise<ZipDirectory> {
  const tailAt = Math.max(0, bytes.size - endBytes - longestComment);
  const tail = await bytes.read(tailAt, bytes.size - tailAt);
  const end = findEnd(tail);
  if (end === null) return broken;
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (tail.readUInt16LE(end + 4) !== 0 || tail.readUInt16LE(end + 8) !== count) return broken;
  if (count > mostEntries || length > mostBytes || start + length > tailAt + end) return broken;
  const directory = await bytes.read(start, length);
  return directory.length === length ? readEntries(directory, count, start) : broken;
}

/** The last end record whose comment fills the rest of the file: a comment may itself hold the signature. */
function findEnd(tail: Buffer): number | null {
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === endRecord && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return null;
}

function readEntries(directory: Buffer, count: number, contentEnd: number): ZipDirectory {
  const names: string[] = [];
  let encrypted = false;
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryRecord) return broken;
    const nameBytes = directory.readUInt16LE(at + 28);
    const next = at + 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const packed = directory.readUInt32LE(at + 20);
    const localHeader = directory.readUInt32LE(at + 42);
    if (next > directory.length || localHeader + 30 + nameBytes + packed > contentEnd) return broken;
    encrypted ||= (directory.readUInt16LE(at + 8) & 1) === 1;
    names.push(directory.toString('utf8', at + 46, at + 46 + nameBytes));
    at = next;
  }
  return { ok: true, names, encrypted };
}
