import type { Work } from './mail-work.ts';

const mark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const headBytes = 512;
const entryBytes = 128;
const longestName = 64;
const smallSectorBytes = 64;
/** Entries of one file. A mail has some hundred, and each of its attachments thirty more. */
const mostEntries = 64 * 1024;
/** Sector numbers from here on are marks: the end of a chain, a free sector. */
const firstMark = 0xfffffffa;
const none = 0xffffffff;
const kindStorage = 1;
const kindStream = 2;
const kindRoot = 5;

export const isCompoundFile = (file: Buffer): boolean => file.length >= headBytes && file.subarray(0, 8).equals(mark);

/** A folder (storage) or a file (stream) in a compound file. */
export interface CompoundEntry {
  readonly name: string;
  readonly isStream: boolean;
  readonly at: number;
  readonly size: number;
}

/** Returns the sectors that follow each other, or null if the chain ends early or leads outside. */
type Chain = (first: number, count: number) => readonly number[] | null;

/** Makes chains of a table: each sector says which one follows. A loop ends where the chain has its length. */
function chainsOf(nextOf: (sector: number) => number, work: Work): Chain {
  return (first, count) => {
    const sectors: number[] = [];
    for (let sector = first; sectors.length < count; sector = nextOf(sector)) {
      if (sector >= firstMark) return null;
      sectors.push(sector);
      work.spend(4);
    }
    return sectors;
  };
}

/** Reads the table of sectors: its own sectors are named in the head and, in large files, in a chain of lists. */
function readTable(file: Buffer, sectorBytes: number, placeOf: (sector: number) => number, work: Work) {
  const count = file.readUInt32LE(0x2c);
  // The table lies in the file, also if a list of its sectors is a loop.
  if (count > file.length / sectorBytes) return null;
  const places: number[] = [];
  for (let at = 0x4c; at < headBytes && places.length < count; at += 4) places.push(file.readUInt32LE(at));
  let list = file.readUInt32LE(0x44);
  while (places.length < count && list < firstMark) {
    const from = placeOf(list);
    if (from + sectorBytes > file.length) return null;
    work.spend(sectorBytes);
    const end = from + sectorBytes - 4;
    for (let at = from; at < end && places.length < count; at += 4) places.push(file.readUInt32LE(at));
    list = file.readUInt32LE(end);
  }
  const perSector = sectorBytes / 4;
  return (sector: number): number => {
    const place = places[Math.floor(sector / perSector)];
    const at = place === undefined || place >= firstMark ? file.length : placeOf(place) + (sector % perSector) * 4;
    return at + 4 > file.length ? none : file.readUInt32LE(at);
  };
}

interface Length {
  readonly most: number;
  readonly work: Work;
}

/** Counts the sectors of a chain that has no length of its own, as that of the directory. Null: it never ends. */
function lengthOf(nextOf: (sector: number) => number, first: number, { most, work }: Length): number | null {
  let count = 0;
  for (let sector = first; sector < firstMark; sector = nextOf(sector)) {
    count += 1;
    work.spend(4);
    if (count > most) return null;
  }
  return count;
}

/**
 * Opens a compound file, in which Outlook saves a mail. Each way through it has an end: chains have a length, each entry
 * belongs to one storage, and no stream is longer than the file. Null: it is damaged.
 */
export function openCompoundFile(file: Buffer, work: Work) {
  const shift = file.readUInt16LE(0x1e);
  if (shift !== 9 && shift !== 12) return null;
  const sectorBytes = 2 ** shift;
  const placeOf = (sector: number) => (sector + 1) * sectorBytes;
  const nextOf = readTable(file, sectorBytes, placeOf, work);
  if (nextOf === null) return null;
  const chain = chainsOf(nextOf, work);

  function join(sectors: readonly number[] | null, size: number): Buffer | null {
    if (sectors === null) return null;
    work.spend(size);
    const content = Buffer.allocUnsafe(size);
    let length = 0;
    for (const sector of sectors) {
      const from = placeOf(sector);
      const piece = Math.min(sectorBytes, size - length);
      // The last sector of a file may be shorter than the others.
      if (from + piece > file.length) return null;
      length += file.copy(content, length, from, from + piece);
    }
    return content;
  }

  const readLarge = (first: number, size: number): Buffer | null =>
    size > file.length ? null : join(chain(first, Math.ceil(size / sectorBytes)), size);

  const mostSectors = Math.min(Math.ceil(file.length / sectorBytes), (mostEntries * entryBytes) / sectorBytes);
  const sectorsOf = (first: number): Buffer | null => {
    const count = lengthOf(nextOf, first, { most: mostSectors, work });
    return count === null ? null : readLarge(first, count * sectorBytes);
  };
  const directory = sectorsOf(file.readUInt32LE(0x30));
  if (directory === null || directory.length < entryBytes || directory[0x42] !== kindRoot) return null;

  const entryAt = (at: number): CompoundEntry => {
    const from = at * entryBytes;
    const nameEnd = Math.min(longestName, directory.readUInt16LE(from + 0x40)) - 2;
    const name = directory.toString('utf16le', from, from + Math.max(0, nameEnd));
    return { name, isStream: directory[from + 0x42] === kindStream, at, size: directory.readUInt32LE(from + 0x78) };
  };

  /** Streams below this size lie in small sectors, all of which are one stream of the root. */
  const smallest = file.readUInt32LE(0x38);
  const small = () => {
    const table = sectorsOf(file.readUInt32LE(0x3c));
    const content = readLarge(directory.readUInt32LE(0x74), directory.readUInt32LE(0x78));
    if (table === null || content === null) return null;
    const nextSmall = (sector: number) => (sector * 4 + 4 > table.length ? none : table.readUInt32LE(sector * 4));
    return { content, chain: chainsOf(nextSmall, work) };
  };
  let smallOnce: ReturnType<typeof small> | undefined;

  function readSmall(first: number, size: number): Buffer | null {
    smallOnce ??= small();
    const sectors = smallOnce?.chain(first, Math.ceil(size / smallSectorBytes)) ?? null;
    const content = smallOnce?.content;
    if (sectors === null || content === undefined) return null;
    work.spend(size);
    const pieces = sectors.map((sector) =>
      content.subarray(sector * smallSectorBytes, (sector + 1) * smallSectorBytes),
    );
    const joined = Buffer.concat(pieces);
    return joined.length < size ? null : joined.subarray(0, size);
  }

  const seen = new Set<number>();
  return {
    root: entryAt(0),
    /** Returns what is in a storage. Asked twice, it has nothing: an entry belongs to one storage only. */
    childrenOf({ at, isStream }: CompoundEntry): readonly CompoundEntry[] {
      const found: CompoundEntry[] = [];
      const open = isStream ? [] : [directory.readUInt32LE(at * entryBytes + 0x4c)];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const from = next * entryBytes;
        if (from + entryBytes > directory.length || seen.has(next)) continue;
        seen.add(next);
        work.spend(entryBytes);
        const kind = directory[from + 0x42];
        if (kind === kindStorage || kind === kindStream) found.push(entryAt(next));
        open.push(directory.readUInt32LE(from + 0x48), directory.readUInt32LE(from + 0x44));
      }
      return found;
    },
    /** Reads a stream. Null: its chain is damaged. */
    read({ at, size }: CompoundEntry): Buffer | null {
      const first = directory.readUInt32LE(at * entryBytes + 0x74);
      if (size === 0) return Buffer.alloc(0);
      return size < smallest ? readSmall(first, size) : readLarge(first, size);
    },
  };
}

export type CompoundFile = NonNullable<ReturnType<typeof openCompoundFile>>;
