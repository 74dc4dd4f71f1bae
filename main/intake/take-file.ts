import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { limits } from '../../preload/contract/limits.ts';
import { type ContentKind, judgeContent } from './content.ts';

import { type Refusal, refusalOfSource, refusalOfSpool } from './refusal.ts';
import type { Spool, Staged } from './spool.ts';

export interface Taken {
  readonly staged: Staged;
  readonly kind: ContentKind;
}

export type TakeResult =
  | { readonly ok: true; readonly taken: Taken }
  | { readonly ok: false; readonly refusal: Refusal };

const chunkBytes = 256 * 1024;
const refuse = (refusal: Refusal): TakeResult => ({ ok: false, refusal });

/** O_NOFOLLOW: a link may have replaced the file since our look. O_NONBLOCK: opening a pipe would wait for ever. */
export const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** An error of the spool's disk, to tell it from an error while the file is read. */
class SpoolTrouble extends Error {}

/**
 * Copies one file into the spool, if it can be sent. It judges the content, hashes the bytes while it copies them, and
 * refuses the file if it changes between the first and the last look. `before` is the file as a person saw it.
 */
export async function takeFile(spool: Spool, path: string, before?: BigIntStats): Promise<TakeResult> {
  let seen: BigIntStats;
  try {
    seen = await lstat(path, { bigint: true });
  } catch (error) {
    const refusal = refusalOfSource(error);
    return refuse(refusal.kind === 'vanished' ? { kind: 'missing' } : refusal);
  }
  const refusal = refusalOfLook(seen);
  if (refusal) return refuse(refusal);
  if (before && !sameFile(before, seen)) return refuse({ kind: 'changed' });
  let handle: FileHandle;
  try {
    handle = await open(path, openFlags);
  } catch (error) {
    return refuse(refusalOfSource(error));
  }
  try {
    return await takeOpened({ spool, path, handle, seen });
  } catch (error) {
    return refuse(error instanceof SpoolTrouble ? refusalOfSpool(error.cause) : refusalOfSource(error));
  } finally {
    await handle.close();
  }
}

/** Looks at what a file is, without opening it. A mail may be larger than each of its documents. */
export function refusalOfLook(seen: BigIntStats, isMail = false): Refusal | null {
  if (seen.isDirectory()) return { kind: 'not-a-file', what: 'folder' };
  if (seen.isSymbolicLink()) return { kind: 'not-a-file', what: 'link' };
  if (seen.isFIFO()) return { kind: 'not-a-file', what: 'pipe' };
  if (seen.isSocket()) return { kind: 'not-a-file', what: 'socket' };
  if (!seen.isFile()) return { kind: 'not-a-file', what: 'device' };
  const size = Number(seen.size);
  if (size === 0) return { kind: 'empty' };
  if (isMail) return size > limits.mailBytes ? { kind: 'mail-too-large', size, limit: limits.mailBytes } : null;
  return size > limits.fileBytes ? { kind: 'too-large', size, limit: limits.fileBytes } : null;
}

export const sameFile = (a: BigIntStats, b: BigIntStats) =>
  a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;

interface Opened {
  readonly spool: Spool;
  readonly path: string;
  readonly handle: FileHandle;
  readonly seen: BigIntStats;
}

async function takeOpened({ spool, path, handle, seen }: Opened): Promise<TakeResult> {
  if (!sameFile(seen, await handle.stat({ bigint: true }))) return refuse({ kind: 'changed' });
  const size = Number(seen.size);
  // Most files are small: judge and copy them from one read.
  const first = await readAt(handle, 0, Math.min(chunkBytes, size));
  const judged = await judgeContent({
    size,
    read: (position, length) =>
      position + length <= first.length
        ? Promise.resolve(first.subarray(position, position + length))
        : readAt(handle, position, length),
  });
  if (!judged.ok) return refuse({ kind: judged.reason });
  const staging = await intoSpool(spool.stage(size));
  if (!staging) {
    const { used, limit } = spool.use();
    return refuse({ kind: 'spool-full', used, limit });
  }
  let kept = false;
  try {
    let chunk: Buffer = first;
    for (let at = 0; chunk.length > 0; ) {
      at += chunk.length;
      await intoSpool(staging.write(chunk));
      chunk = await readAt(handle, at, Math.min(first.length, size - at), first);
    }
    // Look by name, not by handle: this also finds a file that was renamed, deleted or replaced.
    if (!sameFile(seen, await lstat(path, { bigint: true }))) return refuse({ kind: 'changed' });
    const staged = await intoSpool(staging.finish());
    if (staged.size !== size) return refuse({ kind: 'changed' });
    kept = true;
    return { ok: true, taken: { staged, kind: judged.kind } };
  } finally {
    // If the disk fails here, it has failed before and we have reported that.
    if (!kept) await staging.drop().catch(() => undefined);
  }
}

async function intoSpool<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new SpoolTrouble('The spool could not be written', { cause });
  }
}

/** Reads a piece. Pass the memory of an earlier piece to reuse it. */
export async function readAt(
  handle: FileHandle,
  position: number,
  length: number,
  buffer: Buffer = Buffer.allocUnsafe(length),
): Promise<Buffer> {
  let done = 0;
  while (done < length) {
    // oxlint-disable-next-line no-await-in-loop -- a read may return fewer bytes than requested
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}
