import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { unlessMissing } from '../files/unless-missing.ts';
import { readAt } from '../intake/take-file.ts';

export interface CopyFile {
  write(bytes: Uint8Array): Promise<void>;
  size(): Promise<number>;
  read(position: number, length: number): Promise<Buffer>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The disk operations for signed copies. Tests replace them by a drive that fails, vanishes or loses its power. */
export interface CopyDisk {
  makeFolder(path: string): Promise<void>;
  isFolder(path: string): Promise<boolean>;
  /** Creates a new file. Fails if the file exists. */
  create(path: string): Promise<CopyFile>;
  /** Gives a file a second name. Fails if the name is taken. */
  link(from: string, to: string): Promise<void>;
  /** Replaces a file of the new name. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
  /** Makes the names in the folder survive a power cut. */
  syncFolder(path: string): Promise<void>;
  /** Returns the names in a folder, or an empty list if the folder does not exist. */
  list(path: string): Promise<readonly string[]>;
  /** Returns null if the file does not exist. */
  stat(path: string): Promise<{ readonly size: number; readonly modifiedAt: number } | null>;
  read(path: string): AsyncIterable<Uint8Array>;
  openFile(path: string): Promise<Pick<CopyFile, 'read' | 'close'>>;
}

/** Flushes the folder and ignores a failure. Many network drives refuse this, and the copy itself was flushed. */
const flushFolder = (path: string) => syncFolder(path).catch(() => undefined);

export const nodeCopyDisk: CopyDisk = {
  async makeFolder(path) {
    const first = await mkdir(path, { recursive: true });
    if (first !== undefined) await flushFolder(dirname(first));
  },
  isFolder: async (path) => (await unlessMissing(stat(path), null))?.isDirectory() ?? false,
  async create(path) {
    const handle = await open(path, 'wx+');
    return {
      write: (bytes) => handle.writeFile(bytes),
      size: async () => (await handle.stat()).size,
      read: (position, length) => readAt(handle, position, length),
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  link,
  rename,
  remove: (path) => rm(path, { force: true }),
  syncFolder: flushFolder,
  list: (path) => unlessMissing(readdir(path), []),
  async stat(path) {
    const found = await unlessMissing(stat(path), null);
    return found === null ? null : { size: found.size, modifiedAt: found.mtimeMs };
  },
  read: (path) => createReadStream(path),
  async openFile(path) {
    const handle = await open(path, 'r');
    return { read: (position, length) => readAt(handle, position, length), close: () => handle.close() };
  },
};
