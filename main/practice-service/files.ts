import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface StoredFile {
  readonly sha256: string;
  readonly size: number;
}

/** Receives a file piece by piece. Without `keep` nothing is stored. */
interface Intake {
  write(chunk: Buffer): Promise<void> | void;
  keep(): Promise<StoredFile>;
  drop(): Promise<void>;
}

/** Uploaded files by their hash: equal content is stored once. */
export interface Files {
  intake(): Promise<Intake>;
  read(sha256: string): Promise<Buffer>;
  remove(sha256: string): void;
}

export function memoryFiles(): Files {
  const files = new Map<string, readonly Buffer[]>();
  return {
    intake() {
      const hash = createHash('sha256');
      const chunks: Buffer[] = [];
      let size = 0;
      return Promise.resolve({
        write(chunk) {
          hash.update(chunk);
          size += chunk.length;
          chunks.push(chunk);
        },
        keep() {
          const sha256 = hash.digest('hex');
          if (!files.has(sha256)) files.set(sha256, chunks);
          return Promise.resolve({ sha256, size });
        },
        drop: () => Promise.resolve(),
      });
    },
    read: (sha256) => {
      const chunks = files.get(sha256);
      return chunks === undefined
        ? Promise.reject(new Error(`no file ${sha256}`))
        : Promise.resolve(Buffer.concat(chunks));
    },
    remove(sha256) {
      files.delete(sha256);
    },
  };
}

export function diskFiles(folder: string): Files {
  const incoming = join(folder, 'incoming');
  // Delete uploads that an earlier run did not finish: their client got no answer.
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true });
  return {
    async intake() {
      const path = join(incoming, randomUUID());
      return diskIntake(folder, path, await open(path, 'wx'));
    },
    read: (sha256) => readFile(join(folder, sha256)),
    remove(sha256) {
      rmSync(join(folder, sha256), { force: true });
    },
  };
}

function diskIntake(folder: string, path: string, handle: FileHandle): Intake {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async write(chunk) {
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    },
    async keep() {
      await handle.close();
      const sha256 = hash.digest('hex');
      const target = join(folder, sha256);
      await (existsSync(target) ? rm(path) : rename(path, target));
      return { sha256, size };
    },
    async drop() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}
