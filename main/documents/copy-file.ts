import { createHash, randomInt, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { errorCode } from '../files/error-code.ts';
import { type ContentKind, judgeContent } from '../intake/content.ts';
import type { CopyDisk } from './copy-disk.ts';

const prefix = '.countersign-';
const ending = '.part';
/** A copy under way is younger than this. Older parts were left behind by an app that ended. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;
/** The most names to try for copies of the same name on the same day. */
const MOST_NAMES = 1_000;
/** Pauses between tries while a synchronising program or a virus scanner holds the file. */
const HELD_MS = [100, 400, 1_500] as const;
const held: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EACCES']);

export interface CopyTools {
  readonly disk: CopyDisk;
  readonly pause: (ms: number) => Promise<void>;
}

/** A whole copy that has no name yet. */
export interface Placing {
  readonly nameOf: (number: number) => string;
  readonly sha256: string;
  readonly size: number;
  /** Tells whether the journal or a receipt beside the file names the path as the copy of another document. */
  readonly isTaken: (path: string) => boolean | Promise<boolean>;
  readonly mostNames?: number;
}

/** Creates the file of a signed copy that is being written, under a hidden name in its final folder. */
export async function beginCopy(tools: CopyTools, folder: string) {
  const { disk } = tools;
  const path = join(folder, `${prefix}${randomUUID()}${ending}`);
  const file = await disk.create(path);
  let isOpen = true;

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  }

  return {
    write: file.write,
    /** Flushes a file that is no document. */
    async flush(): Promise<void> {
      await file.sync();
      await close();
    },
    /** Flushes the copy and returns its kind. Null: it is no whole document. */
    async judge(size: number): Promise<ContentKind | null> {
      await file.sync();
      const onDisk = await file.size();
      const judged = onDisk === size ? await judgeContent({ size, read: file.read }) : null;
      await close();
      return judged?.ok === true ? judged.kind : null;
    },
    /** Gives the copy the first free name. A file of the same content under such a name is taken as the copy. */
    async place(placing: Placing): Promise<string> {
      const { mostNames = MOST_NAMES } = placing;
      for (const number of numbersTo(mostNames)) {
        const target = join(folder, placing.nameOf(number));
        if (await placing.isTaken(target)) continue;
        const isPlaced = await takeName(tools, path, target, placing);
        if (!isPlaced && !(await isSame(tools, target, placing))) continue;
        await disk.syncFolder(folder);
        // A drive that lies about a write, or a program that changes what it synchronises, shows here.
        if (!(await isSame(tools, target, placing))) throw new Error(`The copy reads differently: ${target}`);
        return target;
      }
      throw new Error(`Other files have this name (${mostNames}).`);
    },
    async drop(): Promise<void> {
      await close().catch(() => undefined);
      await disk.remove(path).catch(() => undefined);
    },
  };
}

/** Returns numbers in turn, and then some that nobody has: a program may use one name for thousands of documents. */
function* numbersTo(most: number): Generator<number, void> {
  for (let number = 1; number <= most; number += 1) yield number;
  if (most > 1) for (let tries = 0; tries < 3; tries += 1) yield randomInt(most + 1, 2 ** 31);
}

/** Gives the copy its name without replacing another file. Returns false if the name is taken. */
async function takeName(tools: CopyTools, path: string, target: string, placing: Placing): Promise<boolean> {
  try {
    await tools.disk.link(path, target);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // FAT, some network drives and synchronised folders know no links. An empty file of this copy holds the name there.
    return takeByRename(tools, path, target, placing);
  }
}

async function takeByRename(tools: CopyTools, path: string, target: string, placing: Placing): Promise<boolean> {
  const { disk } = tools;
  const holder = await disk.create(target).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST') return null;
    throw error;
  });
  // An empty file may be a person's, or hold the name for another saver: only the saver that created it replaces it.
  if (holder === null) return false;
  try {
    await holder.close();
    return await unlessHeld(tools, async () => {
      // A program may have given the name to another file meanwhile. A try before may have been carried out.
      if ((await disk.stat(target))?.size !== 0) return isSame(tools, target, placing);
      await disk.rename(path, target);
      return true;
    });
  } catch (error) {
    // The answer of a network drive may be lost after the rename was carried out.
    if (await isSame(tools, target, placing)) return true;
    if ((await disk.stat(target))?.size === 0) await disk.remove(target).catch(() => undefined);
    throw error;
  }
}

/** Tells whether the file has the content of the copy. Throws if the size is the same and the file cannot be read. */
async function isSame(tools: CopyTools, target: string, { sha256, size }: Placing): Promise<boolean> {
  const found = await tools.disk.stat(target);
  return found?.size === size && (await unlessHeld(tools, () => hashOf(tools.disk, target))) === sha256;
}

async function unlessHeld<T>({ pause }: CopyTools, work: () => Promise<T>): Promise<T> {
  for (const ms of HELD_MS) {
    try {
      return await work();
    } catch (error) {
      if (!held.has(errorCode(error))) throw error;
    }
    await pause(ms);
  }
  return work();
}

export async function hashOf(disk: Pick<CopyDisk, 'read'>, path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of disk.read(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Deletes parts that an app left behind when it ended. */
export async function sweepParts(disk: CopyDisk, folder: string, now: number): Promise<void> {
  const names = await disk.list(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || !name.endsWith(ending) || basename(name) !== name) continue;
    const path = join(folder, name);
    const found = await disk.stat(path).catch(() => null);
    if (found && now - found.modifiedAt > LEFT_BEHIND_MS) await disk.remove(path).catch(() => undefined);
  }
}
