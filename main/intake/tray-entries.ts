import type { BigIntStats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OfferedFile } from '../../preload/contract/sending.ts';
import { type Refusal, refusalOfSource } from './refusal.ts';
import { openFlags, readAt, refusalOfLook, sameFile } from './take-file.ts';
import { hasMailName } from './unpack-mail.ts';

/** A file that a person added, or our copy of one. */
export interface Entry extends OfferedFile {
  readonly path: string;
  /** The file as it was when it was handed over. A changed file is refused. */
  readonly seen: BigIntStats;
  /** Our own copy of something without a path (a mail attachment, for example). We delete it. */
  readonly ours: boolean;
  /** Whether the entry is a spool copy, shown to read a document that was sent. */
  readonly lent: boolean;
  /** The mail that the copy came out of, to recognise it when the mail is added again. */
  readonly from: PlaceInMail | null;
  /** The names of the files that we made it from. */
  readonly parts: readonly string[];
}

export interface PlaceInMail extends Pick<Entry, 'path' | 'seen'> {
  readonly at: number;
}

/** An unchanged file of the tray, with its path. */
export interface Place extends Pick<Entry, 'path' | 'size' | 'name' | 'seen' | 'parts'> {
  /** Opens it, if it is unchanged then, too. */
  readonly open: () => Promise<FileHandle>;
}

export interface Reading {
  readonly size: number;
  readonly read: (from: number, length: number) => Promise<Buffer>;
}

/** Returns the fields that the window may see. */
export function toTrayFile({ id, name, size, sameAs }: Entry): OfferedFile {
  return { id, name, size, ...(sameAs === undefined ? {} : { sameAs }) };
}

/** Looks at a file that was handed over, following no link. */
async function seenAt(path: string): Promise<BigIntStats | Refusal> {
  try {
    const seen = await lstat(path, { bigint: true });
    return refusalOfLook(seen, hasMailName(path)) ?? seen;
  } catch (error) {
    const refusal = refusalOfSource(error);
    return refusal.kind === 'vanished' ? { kind: 'missing' } : refusal;
  }
}

/** Finds the file of an entry, if it is unchanged. */
export async function placeOf(entry: Entry | undefined): Promise<Place | Refusal> {
  if (!entry) return { kind: 'vanished' };
  try {
    const now = await lstat(entry.path, { bigint: true });
    if (!sameFile(entry.seen, now)) return { kind: 'changed' };
    const { path, size, name, seen, parts } = entry;
    const openAgain = async () => {
      const handle = await openSeen(entry);
      if (handle === null) throw new Error('Another file is in its place.');
      return handle;
    };
    return { path, size, name, seen, parts, open: openAgain };
  } catch (error) {
    return refusalOfSource(error);
  }
}

/** Opens the file that was seen. Null: it has changed, or another one is in its place. */
async function openSeen({ path, seen }: Entry): Promise<FileHandle | null> {
  const handle = await open(path, openFlags);
  try {
    if (sameFile(seen, await handle.stat({ bigint: true }))) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return null;
}

/** Opens a file and runs `work`, unless the file has changed since it was handed over. */
export async function openUnchanged<T>(
  entry: Entry | undefined,
  work: (read: Reading) => Promise<T>,
): Promise<T | Refusal> {
  if (!entry) return { kind: 'vanished' };
  try {
    const handle = await openSeen(entry);
    if (handle === null) return { kind: 'changed' };
    try {
      return await work({ size: entry.size, read: (from, length) => readAt(handle, from, length) });
    } finally {
      await handle.close();
    }
  } catch (error) {
    return refusalOfSource(error);
  }
}

/** Tells where an entry comes from. Most are a file of the person. */
interface Origin {
  readonly ours?: boolean;
  /** The name of a spool copy. */
  readonly lent?: string;
  readonly from?: PlaceInMail;
  readonly parts?: readonly string[];
}

const isSamePlace = (one: PlaceInMail | null, { path, seen, at }: PlaceInMail): boolean =>
  one !== null && one.path === path && one.at === at && sameFile(one.seen, seen);

/** Looks at files that are handed over, and keeps what was seen of each. */
export function createEntries(newId: () => string) {
  const entries = new Map<string, Entry>();
  return {
    entries,
    async look(path: string, { ours = false, lent, from, parts = [] }: Origin = {}): Promise<Entry | Refusal> {
      const seen = await seenAt(path);
      if ('kind' in seen) return seen;
      const before = [...entries.values()].find((one) =>
        from === undefined ? one.path === path && sameFile(one.seen, seen) : isSamePlace(one.from, from),
      );
      const sameAs = before === undefined ? {} : { sameAs: before.id };
      const name = (lent ?? basename(path)).normalize('NFC');
      const common = { id: newId(), name, size: Number(seen.size), path, seen, from: from ?? null, parts };
      const entry = { ...sameAs, ...common, ours, lent: lent !== undefined };
      entries.set(entry.id, entry);
      return entry;
    },
  };
}

export type Entries = ReturnType<typeof createEntries>;
