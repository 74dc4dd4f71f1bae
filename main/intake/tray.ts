import type { BigIntStats } from 'node:fs';
import { lstat, open, opendir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import type { OfferedFile } from '../../preload/contract/sending.ts';
import { unhurried } from '../time/slices.ts';
import { type ContentKind, judgeContent } from './content.ts';
import type { DocumentReader } from './document-reader.ts';
import { type Refusal, type Remark, refusalOfSource } from './refusal.ts';
import { openFlags, readAt, refusalOfLook, sameFile } from './take-file.ts';
import { createTransfers, type Piece, removeTransfer } from './transfers.ts';

export interface Offered {
  readonly files: readonly OfferedFile[];
  readonly refused: readonly { readonly name: string; readonly refusal: Refusal }[];
}

export type TrayVerdict =
  | { readonly ok: true; readonly kind: ContentKind; readonly remarks: readonly Remark[] }
  | { readonly ok: false; readonly refusal: Refusal };

interface Entry extends OfferedFile {
  readonly path: string;
  /** The file as it was when it was handed over. A changed file is refused. */
  readonly seen: BigIntStats;
  /** Our own copy of something without a path (a mail attachment, for example). We delete it. */
  readonly ours: boolean;
  /** Whether the entry is a spool copy, shown to read a document that was sent. */
  readonly lent: boolean;
}

/** Creates the comparison by name when it is first needed, since that takes 6 ms. */
const byName = () => new Intl.Collator(undefined, { numeric: true }).compare;
/** Hidden and temporary files. People do not mean these when they drop a folder. */
const ignored = /^(?:\.|~\$|~WR|Thumbs\.db$|desktop\.ini$)|\.(?:tmp|part|partial|crdownload|download|filepart)$/i;

interface TrayDeps {
  readonly folder: string;
  readonly newId: () => string;
  readonly documentReader: Pick<DocumentReader, 'remarks'>;
}

/** Finds all files below a folder, sorted by name. It follows no links, which may lead anywhere. */
async function filesIn(path: string, most: number, noFile: Refusal): Promise<readonly string[] | Refusal> {
  const found: string[] = [];
  const folders = [path];
  try {
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      for await (const one of await opendir(at)) {
        if (ignored.test(one.name)) continue;
        const place = join(at, one.name);
        if (one.isDirectory()) folders.push(place);
        else if (one.isFile()) found.push(place);
        if (found.length > most || folders.length > limits.filesAtOnce)
          return { kind: 'too-many', limit: limits.filesAtOnce };
      }
    }
  } catch (error) {
    return refusalOfSource(error);
  }
  return found.length === 0 ? noFile : found.toSorted(byName());
}

/** Looks at a file that was handed over, following no link. */
async function seenAt(path: string): Promise<BigIntStats | Refusal> {
  try {
    const seen = await lstat(path, { bigint: true });
    return refusalOfLook(seen) ?? seen;
  } catch (error) {
    const refusal = refusalOfSource(error);
    return refusal.kind === 'vanished' ? { kind: 'missing' } : refusal;
  }
}

async function judgeBytes(name: string, bytes: Reading): Promise<TrayVerdict> {
  const judged = await judgeContent(bytes);
  if (!judged.ok) return { ok: false, refusal: { kind: judged.reason } };
  const isNamedSo = name.toLowerCase().endsWith(`.${judged.kind}`);
  const remarks: readonly Remark[] = isNamedSo ? judged.remarks : [...judged.remarks, 'other-extension'];
  return { ok: true, kind: judged.kind, remarks };
}

async function remarksOf(entry: Entry | undefined, reader: TrayDeps['documentReader']): Promise<readonly Remark[]> {
  const found = await openUnchanged(entry, async (bytes) => {
    const judged = await judgeContent(bytes);
    return judged.ok ? reader.remarks(judged.kind, bytes) : [];
  });
  return 'kind' in found ? [] : found;
}

async function placeOf(entry: Entry | undefined): Promise<Place | Refusal> {
  if (!entry) return { kind: 'vanished' };
  try {
    const now = await lstat(entry.path, { bigint: true });
    return sameFile(entry.seen, now) ? entry : { kind: 'changed' };
  } catch (error) {
    return refusalOfSource(error);
  }
}

/** Opens a file and runs `work`, unless the file has changed since it was handed over. */
async function openUnchanged<T>(entry: Entry | undefined, work: (read: Reading) => Promise<T>): Promise<T | Refusal> {
  if (!entry) return { kind: 'vanished' };
  try {
    const handle = await open(entry.path, openFlags);
    try {
      if (!sameFile(entry.seen, await handle.stat({ bigint: true }))) return { kind: 'changed' };
      return await work({ size: entry.size, read: (from, length) => readAt(handle, from, length) });
    } finally {
      await handle.close();
    }
  } catch (error) {
    return refusalOfSource(error);
  }
}

interface Seen {
  readonly files: OfferedFile[];
  readonly refused: { readonly name: string; readonly refusal: Refusal }[];
}

/** Adds the files at some paths, and those that are refused. */
function addSeen({ files, refused }: Seen, looked: readonly (Entry | Refusal)[], paths: readonly string[]): void {
  for (const [at, one] of looked.entries()) {
    if ('id' in one) files.push(toTrayFile(one));
    else refused.push({ name: basename(paths[at] ?? '').normalize('NFC'), refusal: one });
  }
}

/** Keeps files that a person added and has not sent yet. The window knows them by id only, never by path. */
export function createTray({ folder, newId, documentReader }: TrayDeps) {
  const entries = new Map<string, Entry>();
  /** The files whose content intake accepts. */
  const accepted = new Set<string>();
  const transfers = createTransfers(folder);

  async function look(path: string, ours = false, lent: string | null = null): Promise<Entry | Refusal> {
    const seen = await seenAt(path);
    if ('kind' in seen) return seen;
    const before = [...entries.values()].find((one) => one.path === path && sameFile(one.seen, seen));
    const sameAs = before === undefined ? {} : { sameAs: before.id };
    const name = (lent ?? basename(path)).normalize('NFC');
    const entry = { ...sameAs, id: newId(), name, size: Number(seen.size), path, seen, ours, lent: lent !== null };
    entries.set(entry.id, entry);
    return entry;
  }

  async function judge(id: string): Promise<TrayVerdict> {
    const entry = entries.get(id);
    const verdict = await openUnchanged(entry, (bytes) => judgeBytes(entry?.name ?? '', bytes));
    if (!('ok' in verdict)) return { ok: false, refusal: verdict };
    if (verdict.ok) accepted.add(id);
    return verdict;
  }

  /** Runs `work` on a document. A window that was taken over can hand over any path, but learns nothing of other files. */
  async function openAccepted<T>(id: string, work: (read: Reading) => Promise<T>): Promise<T | Refusal> {
    const verdict = accepted.has(id) ? null : await judge(id);
    return verdict?.ok === false ? verdict.refusal : openUnchanged(entries.get(id), work);
  }

  async function drop(ids: readonly string[]): Promise<void> {
    const gone = ids.flatMap((id) => entries.get(id) ?? []);
    for (const { id } of gone) {
      entries.delete(id);
      accepted.delete(id);
    }
    await Promise.all(
      gone.filter(({ ours }) => ours).map(({ path }) => rm(join(path, '..'), { recursive: true, force: true })),
    );
  }

  return {
    /** Counts files that a person added and has not sent. */
    waiting: (): number => [...entries.values()].filter(({ lent }) => !lent).length,

    /** Lends a spool copy for the preview. Null: the copy no longer exists. */
    async lend(path: string, name: string): Promise<OfferedFile | null> {
      const found = await look(path, false, name);
      if ('kind' in found) return null;
      // Intake accepted it when it was sent.
      accepted.add(found.id);
      return toTrayFile(found);
    },

    judge,

    /** Takes a piece of something without a path. The last piece adds the file to the tray. */
    async receive(piece: Piece): Promise<Offered | Refusal | null> {
      const received = await transfers.receive(piece);
      if (typeof received !== 'string') return received;
      const found = await look(received, true);
      if ('id' in found) return { files: [toTrayFile(found)], refused: [] };
      await removeTransfer(dirname(received));
      return found;
    },

    async offer(paths: readonly string[]): Promise<Offered> {
      await transfers.clearOnce();
      const files: Seen['files'] = [];
      const refused: Seen['refused'] = [];
      for await (const path of unhurried(paths)) {
        const single = await look(path);
        const isFolder = 'kind' in single && single.kind === 'not-a-file' && single.what === 'folder';
        const inside = isFolder ? await filesIn(path, limits.filesAtOnce - files.length, single) : null;
        if (inside !== null && 'kind' in inside) {
          refused.push({ name: basename(path), refusal: inside });
          continue;
        }
        const looked = inside === null ? [single] : await Promise.all(inside.map((one) => look(one)));
        addSeen({ files, refused }, looked, inside ?? [path]);
      }
      return { files, refused };
    },

    /** Reads the whole file for what a person should know. Finds nothing in a file that cannot be sent or read. */
    remarks: (id: string): Promise<readonly Remark[]> => remarksOf(entries.get(id), documentReader),

    read: (id: string, from: number, to: number): Promise<Buffer | Refusal> =>
      openAccepted(id, ({ read }) => read(from, Math.min(to - from, limits.pieceBytes))),

    /** Runs `work` on the bytes of a file that can be sent, if it has not changed since it was handed over. */
    withBytes: openAccepted,

    /** Returns the path of the file, if it has not changed since it was added. */
    place: (id: string): Promise<Place | Refusal> => placeOf(entries.get(id)),
    drop,
  };
}

/** Returns the fields that the window may see. */
function toTrayFile({ id, name, size, sameAs }: Entry): OfferedFile {
  return { id, name, size, ...(sameAs === undefined ? {} : { sameAs }) };
}

/** An unchanged file of the tray, with its path. */
export type Place = Pick<Entry, 'path' | 'size' | 'name' | 'seen'>;

interface Reading {
  readonly size: number;
  readonly read: (from: number, length: number) => Promise<Buffer>;
}

export type Tray = ReturnType<typeof createTray>;
