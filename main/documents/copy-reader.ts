import { open } from 'node:fs/promises';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { readAt } from '../intake/take-file.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import type { CopyDisk } from './copy-disk.ts';
import { copyState } from './verify-copies.ts';

export interface WholeCopy {
  readonly path: string;
  readonly size: number;
}

/** The place of a copy, and the content that it must have. */
export type KnownCopy = Pick<SavedCopy, 'path' | 'size' | 'sha256'>;

export interface CopyReaderDeps {
  /** Finds a copy by the id of its document or submission: nobody names a path. */
  readonly find: (connectionId: string, id: string) => KnownCopy | undefined;
  readonly disk: Pick<CopyDisk, 'read' | 'stat'>;
}

interface WantedPart {
  readonly from: number;
  readonly to: number;
  /** The content that something was said of: parts of another one would be shown as this. */
  readonly sha256?: string | undefined;
}

interface Verified extends WholeCopy {
  readonly sha256: string;
  readonly modifiedAt: number;
}

/** Gives out copies that are where we put them and unchanged. */
export function createCopyReader({ find, disk }: CopyReaderDeps) {
  /** A preview reads the same copy many times: its hash is computed once, as long as the file looks the same. */
  let known: Verified | null = null;

  async function verified(connectionId: string, id: string): Promise<WholeCopy | Problem> {
    const copy = find(connectionId, id);
    if (copy === undefined) return { key: 'copy-missing', params: { path: '' } };
    const { path, size, sha256 } = copy;
    const before = await disk.stat(path).catch(() => null);
    const isKnown = known?.path === path && known.sha256 === sha256;
    if (isKnown && known?.modifiedAt === before?.modifiedAt && before?.size === size) return { path, size };
    known = null;
    const state = await copyState(disk, copy);
    if ('key' in state) return state;
    const after = await disk.stat(path).catch(() => null);
    // It changed while we read it.
    if (before === null || after?.modifiedAt !== before.modifiedAt) return { key: 'copy-changed', params: { path } };
    known = { path, size, sha256, modifiedAt: before.modifiedAt };
    return { path, size };
  }

  return {
    verified,
    /** Reads a part of a copy, as large as one message may be. */
    async read(
      connectionId: string,
      id: string,
      { from, to, sha256 }: WantedPart,
    ): Promise<(WholeCopy & { readonly bytes: Uint8Array<ArrayBuffer> }) | Problem> {
      const wanted = find(connectionId, id);
      if (sha256 !== undefined && wanted !== undefined && wanted.sha256 !== sha256)
        return { key: 'copy-changed', params: { path: wanted.path } };
      // The first look at a content that was checked: a file may change and look the same.
      if (sha256 !== undefined && to === 0) known = null;
      const copy = await verified(connectionId, id);
      if ('key' in copy) return copy;
      const end = Math.min(to, copy.size, from + limits.pieceBytes);
      if (end <= from) return { ...copy, bytes: new Uint8Array() };
      try {
        const handle = await open(copy.path, 'r');
        try {
          return { ...copy, bytes: new Uint8Array(await readAt(handle, from, end - from)) };
        } finally {
          await handle.close();
        }
      } catch {
        return { key: 'copy-missing', params: { path: copy.path } };
      }
    },
  };
}

export type CopyReader = ReturnType<typeof createCopyReader>;
