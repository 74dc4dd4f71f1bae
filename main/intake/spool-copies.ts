import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { unhurried } from '../time/slices.ts';
import type { SpoolDisk, SpoolFile } from './spool-disk.ts';

/** A whole, flushed copy under a temporary name. `keep` gives it its final name. */
export interface Staged {
  readonly sha256: string;
  readonly size: number;
  readonly at: string;
  /** Ends the reservation of its bytes, once the copy has its final name. */
  readonly release: () => void;
  readonly drop: () => Promise<void>;
}

export interface Staging {
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes and closes the copy: a thousand copies may wait until their submissions are stored. */
  finish(): Promise<Staged>;
  drop(): Promise<void>;
}

export interface SpoolUse {
  /** Bytes of all copies, including those that are still being written. */
  readonly used: number;
  readonly limit: number;
}

const copyName = /^([0-9a-f]{64})\.bin$/;

interface SpoolCopiesDeps {
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly limitBytes: number;
  readonly temporary: (ending: string) => string;
}

/** Manages the copies of the spool by the hash of their content, and the room for more. */
export function createSpoolCopies({ folder, disk, limitBytes, temporary }: SpoolCopiesDeps) {
  const sizes = new Map<string, number>();
  let storedBytes = 0;
  let reservedBytes = 0;

  const pathOf = (sha256: string) => join(folder, `${sha256}.bin`);

  function count(sha256: string, size: number | null): void {
    storedBytes += (size ?? 0) - (sizes.get(sha256) ?? 0);
    if (size === null) sizes.delete(sha256);
    else sizes.set(sha256, size);
  }

  /** Reserves room. Returns what gives it back, once. */
  function reserve(bytes: number): () => void {
    let counted = true;
    reservedBytes += bytes;
    return () => {
      if (counted) reservedBytes -= bytes;
      counted = false;
    };
  }

  return {
    pathOf,
    /** Counts the copies that are there at the start. */
    async load(): Promise<void> {
      for await (const name of unhurried(await disk.list(folder))) {
        const sha256 = copyName.exec(name)?.[1];
        if (sha256 !== undefined) count(sha256, await disk.size(join(folder, name)));
      }
    },
    use: (): SpoolUse => ({ used: storedBytes + reservedBytes, limit: limitBytes }),
    sizeOf: (sha256: string): number | undefined => sizes.get(sha256),
    /** Reserves room for a copy. Null: the spool is full. */
    async stage(bytes: number): Promise<Staging | null> {
      if (storedBytes + reservedBytes + bytes > limitBytes) return null;
      const release = reserve(bytes);
      const at = temporary('part');
      try {
        return stagingOf(disk, await disk.create(at), { at, release });
      } catch (error) {
        release();
        throw error;
      }
    },
    /** Gives a copy its final name. */
    async put({ sha256, size, at, release }: Staged): Promise<void> {
      try {
        await disk.rename(at, pathOf(sha256));
      } catch (error) {
        // Windows does not replace a file that is being read. The copy that is there has the same content.
        if ((await disk.size(pathOf(sha256))) !== size) throw error;
        await disk.remove(at);
      }
      release();
      count(sha256, size);
    },
    async remove(sha256: string): Promise<void> {
      await disk.remove(pathOf(sha256));
      count(sha256, null);
    },
  };
}

function stagingOf(disk: SpoolDisk, file: SpoolFile, { at, release }: Pick<Staged, 'at' | 'release'>): Staging {
  const hash = createHash('sha256');
  let size = 0;
  let open = true;
  async function close(): Promise<void> {
    if (!open) return;
    open = false;
    await file.close();
  }
  async function drop(): Promise<void> {
    release();
    await close();
    await disk.remove(at);
  }
  return {
    async write(chunk) {
      hash.update(chunk);
      size += chunk.length;
      await file.write(chunk);
    },
    async finish() {
      try {
        await file.sync();
      } finally {
        await close();
      }
      return { sha256: hash.digest('hex'), size, at, release, drop };
    },
    drop,
  };
}
