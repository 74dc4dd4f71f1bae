import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import { type ContentKind, judgeContent } from './content.ts';
import { createSignatureScan } from './pdf-marks.ts';
import { type Refusal, type Remark, refusalOfSource } from './refusal.ts';
import { openFlags, readAt, refusalOfLook, sameFile } from './take.ts';

export interface TrayFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

export interface Offered {
  readonly files: readonly TrayFile[];
  readonly refused: readonly { readonly name: string; readonly refusal: Refusal }[];
}

export type TrayVerdict =
  | { readonly ok: true; readonly kind: ContentKind; readonly remarks: readonly Remark[] }
  | { readonly ok: false; readonly refusal: Refusal };

interface Entry extends TrayFile {
  readonly path: string;
  /** As it was when it was handed over: what a person looked at is what is sent. */
  readonly seen: BigIntStats;
  /** A copy of our own, of something that has no path. */
  readonly ours: boolean;
}

const chunkBytes = 256 * 1024;
/** Of the system and of programs at work; nobody means them when dropping a folder. */
const ignored = /^(?:\.|~\$|~WR|Thumbs\.db$|desktop\.ini$)|\.(?:tmp|part|partial|crdownload|download|filepart)$/i;

/** Files a person handed over and has not sent yet, each under a name that means nothing outside. */
export function createTray({ folder, newId }: { readonly folder: string; readonly newId: () => string }) {
  const entries = new Map<string, Entry>();
  const transfers = new Map<string, { readonly path: string; readonly folder: string; size: number }>();

  async function look(path: string, ours = false): Promise<Entry | Refusal> {
    try {
      const seen = await lstat(path, { bigint: true });
      const refusal = refusalOfLook(seen);
      if (refusal) return refusal;
      const entry = { id: newId(), name: basename(path).normalize('NFC'), size: Number(seen.size), path, seen, ours };
      entries.set(entry.id, entry);
      return entry;
    } catch (error) {
      const refusal = refusalOfSource(error);
      return refusal.kind === 'vanished' ? { kind: 'missing' } : refusal;
    }
  }

  /** All files below, in the order of their names. Links are not followed: they may lead anywhere. */
  async function filesIn(path: string): Promise<string[]> {
    const found = await readdir(path, { withFileTypes: true, recursive: true });
    const hidden = (place: string) =>
      place
        .slice(path.length)
        .split(/[\\/]/)
        .some((part) => ignored.test(part));
    return found
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .filter((place) => !hidden(place))
      .toSorted((a, b) => a.localeCompare(b));
  }

  /** The file as it was, opened; or what has become of it. */
  async function reading<T>(id: string, work: (read: Reading) => Promise<T>): Promise<T | Refusal> {
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

  async function drop(ids: readonly string[]): Promise<void> {
    const gone = ids.flatMap((id) => entries.get(id) ?? []);
    for (const { id } of gone) entries.delete(id);
    await Promise.all(gone.filter(({ ours }) => ours).map(({ path }) => rm(join(path, '..'), { recursive: true })));
  }

  return {
    /** What the last run left behind was never sent, and nobody can see it any more. */
    clear: () => rm(folder, { recursive: true, force: true }),

    async offer(paths: readonly string[]): Promise<Offered> {
      const files: TrayFile[] = [];
      const refused: { name: string; refusal: Refusal }[] = [];
      for (const path of paths) {
        const single = await look(path);
        const isFolder = 'kind' in single && single.kind === 'not-a-file' && single.what === 'folder';
        let inside: readonly string[] = [];
        if (isFolder) {
          try {
            inside = await filesIn(path);
          } catch (error) {
            refused.push({ name: basename(path), refusal: refusalOfSource(error) });
            continue;
          }
          if (inside.length === 0) refused.push({ name: basename(path), refusal: single });
          if (files.length + inside.length > limits.filesAtOnce) {
            refused.push({ name: basename(path), refusal: { kind: 'too-many', limit: limits.filesAtOnce } });
            continue;
          }
        }
        const looked = isFolder ? await Promise.all(inside.map((one) => look(one))) : [single];
        for (const [at, one] of looked.entries()) {
          if ('id' in one) files.push({ id: one.id, name: one.name, size: one.size });
          else refused.push({ name: basename(inside[at] ?? path).normalize('NFC'), refusal: one });
        }
      }
      return { files, refused };
    },

    /** A piece of something that has no path. The last piece makes it a file like any other. */
    async receive(transfer: string, name: string, bytes: Uint8Array, last: boolean): Promise<Offered | Refusal | null> {
      const at = transfers.get(transfer) ?? {
        folder: join(folder, transfer),
        path: join(folder, transfer, plainName(name)),
        size: 0,
      };
      transfers.set(transfer, at);
      at.size += bytes.byteLength;
      try {
        if (at.size <= limits.fileBytes) {
          await mkdir(at.folder, { recursive: true });
          const file = await open(at.path, 'a');
          try {
            await file.writeFile(bytes);
          } finally {
            await file.close();
          }
        }
        if (!last) return null;
        transfers.delete(transfer);
        const found: Entry | Refusal =
          at.size > limits.fileBytes
            ? { kind: 'too-large', size: at.size, limit: limits.fileBytes }
            : await look(at.path, true);
        if ('id' in found) return { files: [{ id: found.id, name: found.name, size: found.size }], refused: [] };
        await rm(at.folder, { recursive: true, force: true });
        return found;
      } catch (error) {
        transfers.delete(transfer);
        return refusalOfSource(error);
      }
    },

    async judge(id: string): Promise<TrayVerdict> {
      const verdict = await reading(id, async ({ size, read }): Promise<TrayVerdict> => {
        const judged = await judgeContent({ size, read });
        if (!judged.ok) return { ok: false, refusal: { kind: judged.reason } };
        const remarks: Remark[] = [...judged.remarks];
        if (judged.kind === 'pdf' && (await isSigned(size, read))) remarks.push('signed');
        const name = entries.get(id)?.name.toLowerCase() ?? '';
        if (!name.endsWith(`.${judged.kind}`)) remarks.push('other-extension');
        return { ok: true, kind: judged.kind, remarks };
      });
      return 'ok' in verdict ? verdict : { ok: false, refusal: verdict };
    },

    read: (id: string, from: number, to: number): Promise<Buffer | Refusal> =>
      reading(id, ({ read }) => read(from, Math.min(to - from, limits.pieceBytes))),

    /** Where it is, if it still is what was looked at. */
    async place(
      id: string,
    ): Promise<{ readonly path: string; readonly size: number; readonly name: string } | Refusal> {
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

interface Reading {
  readonly size: number;
  readonly read: (from: number, length: number) => Promise<Buffer>;
}

async function isSigned(size: number, read: Reading['read']): Promise<boolean> {
  const scan = createSignatureScan();
  for (let at = 0; at < size; at += chunkBytes) scan.look(await read(at, Math.min(chunkBytes, size - at)));
  return scan.signed();
}

/** A name from elsewhere becomes part of a path: nothing in it may lead anywhere. */
function plainName(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+|[. ]+$/g, '');
  return plain.slice(-120) || 'document';
}

export type Tray = ReturnType<typeof createTray>;
