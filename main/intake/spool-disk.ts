import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';

export interface SpoolFile {
  write(bytes: Uint8Array): Promise<void>;
  /** What was written is there after a power cut; its name is not, before its folder is synced. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The few things the spool does with a disk, so that a test can pull the plug between any two of them. */
export interface SpoolDisk {
  makeFolder(path: string): Promise<void>;
  /** A new file; one that exists is an error. */
  create(path: string): Promise<SpoolFile>;
  rename(from: string, to: string): Promise<void>;
  /** One that is not there is no error. */
  remove(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  /** Names in a folder; none where there is no such folder. */
  list(path: string): Promise<readonly string[]>;
  /** Null: there is no such file. */
  size(path: string): Promise<number | null>;
  read(path: string): Promise<string>;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function unlessMissing<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

export const nodeDisk: SpoolDisk = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true });
  },
  async create(path) {
    const handle = await open(path, 'wx', 0o600);
    return {
      async write(bytes) {
        for (let at = 0; at < bytes.length; ) {
          // oxlint-disable-next-line no-await-in-loop -- a disk may take less than it was given
          at += (await handle.write(bytes, at)).bytesWritten;
        }
      },
      sync: () => handle.datasync(),
      close: () => handle.close(),
    };
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  async syncFolder(path) {
    // Windows cannot flush a folder, and needs not to.
    if (process.platform === 'win32') return;
    const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  list: (path) => unlessMissing(readdir(path), []),
  size: async (path) => (await unlessMissing(stat(path), null))?.size ?? null,
  read: (path) => readFile(path, 'utf8'),
};
