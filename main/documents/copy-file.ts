import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ContentKind, judgeContent } from '../intake/content.ts';
import { readAt } from '../intake/take-file.ts';

const prefix = '.countersign-';
const ending = '.part';
/** A copy under way is younger than this. Older parts were left behind by an app that ended. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;
/** Enough names to try for copies of the same name on the same day. */
const MOST_NAMES = 1_000;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A signed copy on its way to the disk: under a hidden name in the folder it belongs to. */
export async function beginCopy(folder: string) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${prefix}${randomUUID()}${ending}`);
  const file = await open(path, 'wx+');
  let isOpen = true;

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  }

  return {
    async write(chunk: Uint8Array): Promise<void> {
      await file.writeFile(chunk);
    },
    /** Flushes the copy and says what it is. Null: it is no whole document. */
    async judge(): Promise<ContentKind | null> {
      await file.sync();
      const kind = await kindOf(file);
      await close();
      return kind;
    },
    /** Gives the copy the first free name. A file of the same content under such a name is taken as the copy. */
    async place(nameOf: (number: number) => string, sha256: string): Promise<string> {
      for (let number = 1; number <= MOST_NAMES; number += 1) {
        const target = join(folder, nameOf(number));
        if (await takeName(path, target)) {
          await syncFolder(folder);
          return target;
        }
        if ((await hashOf(target)) === sha256) {
          await unlink(path);
          return target;
        }
      }
      throw new Error(`There are ${MOST_NAMES} files with this name.`);
    },
    async drop(): Promise<void> {
      await close();
      await unlink(path).catch(() => undefined);
    },
  };
}

async function kindOf(file: FileHandle): Promise<ContentKind | null> {
  const { size } = await file.stat();
  const judged = await judgeContent({ size, read: (position, length) => readAt(file, position, length) });
  return judged.ok ? judged.kind : null;
}

/** Never over another file. False: the name is taken. */
async function takeName(path: string, target: string): Promise<boolean> {
  try {
    await link(path, target);
    await unlink(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // FAT, some network drives and synchronised folders know no links. An empty file of our own holds the name there.
    return reserveName(path, target);
  }
}

async function reserveName(path: string, target: string): Promise<boolean> {
  try {
    await (await open(target, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(path, target);
  } catch (error) {
    await unlink(target).catch(() => undefined);
    throw error;
  }
  return true;
}

/** The name is durable, too. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Network drives refuse it. The copy itself was flushed.
  }
}

/** The hash of a file. Null: it is not there or cannot be read. */
export async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/** Deletes parts that an app left behind when it ended. */
export async function sweepParts(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || !name.endsWith(ending) || basename(name) !== name) continue;
    const path = join(folder, name);
    // oxlint-disable-next-line no-await-in-loop -- there are none as a rule
    const found = await stat(path).catch(() => null);
    // oxlint-disable-next-line no-await-in-loop
    if (found && now - found.mtimeMs > LEFT_BEHIND_MS) await unlink(path).catch(() => undefined);
  }
}
