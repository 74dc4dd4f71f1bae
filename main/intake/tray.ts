import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, open, opendir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import type { OfferedFile } from '../../preload/contract/sending.ts';
import { type ContentKind, judgeContent } from './content.ts';
import type { DocumentReader } from './document-reader.ts';

import { type Refusal, type Remark, refusalOfSource, refusalOfSpool } from './refusal.ts';
import { openFlags, readAt, refusalOfLook, sameFile } from './take-file.ts';

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
  /** A spool copy, shown to look at what was sent. */
  readonly lent: boolean;
}

/** Transfers at the same time. A person drops one thing after the other. */
const mostTransfers = 8;
/** Bytes of a name that every file system accepts. */
const longestName = 200;
/** Not made at the start: the first one takes 6 ms. */
const byName = () => new Intl.Collator(undefined, { numeric: true }).compare;
/** Hidden and temporary files. People do not mean these when they drop a folder. */
const ignored = /^(?:\.|~\$|~WR|Thumbs\.db$|desktop\.ini$)|\.(?:tmp|part|partial|crdownload|download|filepart)$/i;

interface TrayDeps {
  readonly folder: string;
  readonly newId: () => string;
  readonly documentReader: Pick<DocumentReader, 'remarks'>;
}

/** Files that a person handed over and has not sent yet. The window knows them by id only, never by path. */
export function createTray({ folder, newId, documentReader }: TrayDeps) {
  const entries = new Map<string, Entry>();
  /** The files whose content intake accepts. */
  const accepted = new Set<string>();
  const transfers = new Map<string, Transfer>();
  /** Transfers that have ended. A late piece must not begin a new file. */
  const ended = new Set<string>();
  let clearing: Promise<void> | null = null;

  async function look(path: string, ours = false, lent: string | null = null): Promise<Entry | Refusal> {
    try {
      const seen = await lstat(path, { bigint: true });
      const refusal = refusalOfLook(seen);
      if (refusal) return refusal;
      const before = [...entries.values()].find((one) => one.path === path && sameFile(one.seen, seen));
      const sameAs = before === undefined ? {} : { sameAs: before.id };
      const name = (lent ?? basename(path)).normalize('NFC');
      const entry = { ...sameAs, id: newId(), name, size: Number(seen.size), path, seen, ours, lent: lent !== null };
      entries.set(entry.id, entry);
      return entry;
    } catch (error) {
      const refusal = refusalOfSource(error);
      return refusal.kind === 'vanished' ? { kind: 'missing' } : refusal;
    }
  }

  /** All files below a folder, sorted by name. Null: too many. It follows no links, which may lead anywhere. */
  async function filesIn(path: string, most: number): Promise<string[] | null> {
    const found: string[] = [];
    const folders = [path];
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      for await (const one of await opendir(at)) {
        if (ignored.test(one.name)) continue;
        const place = join(at, one.name);
        if (one.isDirectory()) folders.push(place);
        else if (one.isFile()) found.push(place);
        if (found.length > most || folders.length > limits.filesAtOnce) return null;
      }
    }
    return found.toSorted(byName());
  }

  /** Opens the file and runs `work`, unless the file has changed since it was handed over. */
  async function openUnchanged<T>(id: string, work: (read: Reading) => Promise<T>): Promise<T | Refusal> {
    const entry = entries.get(id);
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

  async function judge(id: string): Promise<TrayVerdict> {
    const verdict = await openUnchanged(id, async ({ size, read }): Promise<TrayVerdict> => {
      const judged = await judgeContent({ size, read });
      if (!judged.ok) return { ok: false, refusal: { kind: judged.reason } };
      accepted.add(id);
      const remarks: Remark[] = [...judged.remarks];
      const name = entries.get(id)?.name.toLowerCase() ?? '';
      if (!name.endsWith(`.${judged.kind}`)) remarks.push('other-extension');
      return { ok: true, kind: judged.kind, remarks };
    });
    return 'ok' in verdict ? verdict : { ok: false, refusal: verdict };
  }

  /** Runs `work` on a document. A window that was taken over can hand over any path, but learns nothing of other files. */
  async function openAccepted<T>(id: string, work: (read: Reading) => Promise<T>): Promise<T | Refusal> {
    const verdict = accepted.has(id) ? null : await judge(id);
    return verdict?.ok === false ? verdict.refusal : openUnchanged(id, work);
  }

  /** Deletes our copies of the last run once: they were never sent, and no window shows them. */
  function clearOnce(): Promise<void> {
    clearing ??= rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return clearing;
  }

  async function put(at: Transfer, bytes: Uint8Array, last: boolean): Promise<Offered | Refusal | null> {
    const path = join(at.folder, at.name);
    const isFirst = at.size === 0;
    at.size += bytes.byteLength;
    try {
      if (at.size > limits.fileBytes)
        return await giveUp(at, { kind: 'too-large', size: at.size, limit: limits.fileBytes });
      if (isFirst) await mkdir(at.folder, { recursive: true, mode: 0o700 });
      const file = await open(path, isFirst ? 'wx' : 'a', 0o600);
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      if (!last) return null;
      const found = await look(path, true);
      if (!('id' in found)) return await giveUp(at, found);
      return { files: [toTrayFile(found)], refused: [] };
    } catch (error) {
      return giveUp(at, refusalOfSpool(error));
    }
  }

  async function giveUp(at: Transfer, refusal: Refusal): Promise<Refusal> {
    await rm(at.folder, { recursive: true, force: true }).catch(() => undefined);
    return refusal;
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
    /** Files that a person added and has not sent. */
    waiting: (): number => [...entries.values()].filter(({ lent }) => !lent).length,

    async offer(paths: readonly string[]): Promise<Offered> {
      await clearOnce();
      const files: OfferedFile[] = [];
      const refused: { name: string; refusal: Refusal }[] = [];
      for (const path of paths) {
        const single = await look(path);
        const isFolder = 'kind' in single && single.kind === 'not-a-file' && single.what === 'folder';
        let inside: readonly string[] = [];
        if (isFolder) {
          try {
            const found = await filesIn(path, limits.filesAtOnce - files.length);
            if (found === null || found.length === 0) {
              const refusal = found === null ? ({ kind: 'too-many', limit: limits.filesAtOnce } as const) : single;
              refused.push({ name: basename(path), refusal });
              continue;
            }
            inside = found;
          } catch (error) {
            refused.push({ name: basename(path), refusal: refusalOfSource(error) });
            continue;
          }
        }
        const looked = isFolder ? await Promise.all(inside.map((one) => look(one))) : [single];
        for (const [at, one] of looked.entries()) {
          if ('id' in one) files.push(toTrayFile(one));
          else refused.push({ name: basename(inside[at] ?? path).normalize('NFC'), refusal: one });
        }
      }
      return { files, refused };
    },

    /** Takes a piece of something without a path. The last piece adds the file to the tray. */
    async receive({ transfer, name, bytes, last }: Piece): Promise<Offered | Refusal | null> {
      const known = transfers.get(transfer);
      if (!known && (ended.has(transfer) || transfers.size >= mostTransfers)) return { kind: 'stopped' };
      const at = known ?? { folder: join(folder, transfer), name: safeName(name), size: 0, turn: clearOnce() };
      transfers.set(transfer, at);
      // Write the pieces in the order they came.
      const turn = at.turn.then(() => put(at, bytes, last));
      at.turn = turn.then(() => undefined);
      const result = await turn;
      if (last || (result !== null && 'kind' in result)) {
        transfers.delete(transfer);
        ended.add(transfer);
      }
      return result;
    },

    /** Lends a spool copy for the preview. Null: the copy no longer exists. */
    async lend(path: string, name: string): Promise<OfferedFile | null> {
      const found = await look(path, false, name);
      if ('kind' in found) return null;
      // Intake accepted it when it was sent.
      accepted.add(found.id);
      return toTrayFile(found);
    },

    judge,

    /** What reading the whole file shows. Nothing for a file that cannot be sent or read. */
    async remarks(id: string): Promise<readonly Remark[]> {
      const found = await openUnchanged(id, async (bytes) => {
        const judged = await judgeContent(bytes);
        return judged.ok ? documentReader.remarks(judged.kind, bytes) : [];
      });
      return 'kind' in found ? [] : found;
    },

    read: (id: string, from: number, to: number): Promise<Buffer | Refusal> =>
      openAccepted(id, ({ read }) => read(from, Math.min(to - from, limits.pieceBytes))),

    /** The path of the file, if it has not changed since it was handed over. */
    async place(id: string): Promise<Place | Refusal> {
      const entry = entries.get(id);
      if (!entry) return { kind: 'vanished' };
      try {
        const now = await lstat(entry.path, { bigint: true });
        return sameFile(entry.seen, now) ? entry : { kind: 'changed' };
      } catch (error) {
        return refusalOfSource(error);
      }
    },
    drop,
  };
}

/** The fields that the window may see. */
function toTrayFile({ id, name, size, sameAs }: Entry): OfferedFile {
  return { id, name, size, ...(sameAs === undefined ? {} : { sameAs }) };
}

interface Transfer {
  readonly folder: string;
  readonly name: string;
  size: number;
  turn: Promise<void>;
}

interface Piece {
  readonly transfer: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

/** An unchanged file of the tray, with its path. */
export type Place = Pick<Entry, 'path' | 'size' | 'name' | 'seen'>;

interface Reading {
  readonly size: number;
  readonly read: (from: number, length: number) => Promise<Buffer>;
}

/** Makes a foreign name safe as part of a path: no separators, and not too long for a disk. */
function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^\.+|[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 10 ? plain.slice(dot) : '';
  const whole = Buffer.from(plain.slice(0, plain.length - ending.length));
  // Leave out a letter that was cut in two.
  const stem = whole
    .subarray(0, longestName - Buffer.byteLength(ending))
    .toString()
    .replace(/\ufffd+$/, '');
  return `${stem || 'document'}${ending}`;
}

export type Tray = ReturnType<typeof createTray>;
