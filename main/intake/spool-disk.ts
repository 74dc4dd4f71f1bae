import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { syncFolder } from '../files/sync-folder.ts';
import { unlessMissing } from '../files/unless-missing.ts';

export interface SpoolFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes the content. The name survives a power cut only after `syncFolder`. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The disk operations of the spool. Tests replace them to simulate a power cut between any two. */
export interface SpoolDisk {
  makeFolder(path: string): Promise<void>;
  /** Creates a new file. Fails if the file exists. */
  create(path: string): Promise<SpoolFile>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  /** Returns the names in a folder, or an empty list if the folder does not exist. */
  list(path: string): Promise<readonly string[]>;
  /** Returns null if the file does not exist. */
  size(path: string): Promise<number | null>;
  /** Returns the time of the file's last change. Null: it does not exist. */
  changedAt(path: string): Promise<number | null>;
  read(path: string): Promise<string>;
}

export const nodeDisk: SpoolDisk = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  async create(path) {
    const handle = await open(path, 'wx', 0o600);
    return {
      async write(bytes) {
        for (let at = 0; at < bytes.length; ) {
          // oxlint-disable-next-line no-await-in-loop -- a disk may write fewer bytes than it was given
          at += (await handle.write(bytes, at)).bytesWritten;
        }
      },
      sync: () => handle.datasync(),
      close: () => handle.close(),
    };
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  syncFolder,
  list: (path) => unlessMissing(readdir(path), []),
  size: async (path) => (await unlessMissing(stat(path), null))?.size ?? null,
  changedAt: async (path) => (await unlessMissing(stat(path), null))?.mtimeMs ?? null,
  read: (path) => readFile(path, 'utf8'),
};
