import { lstatSync, renameSync, unlinkSync } from 'node:fs';
import { link, open, stat, unlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { isGone, lookAt, lookOf } from './file-look.ts';

/** What a disk may refuse, answer wrongly, or not tell. */
interface Disk {
  readonly link: typeof link;
  readonly drop: typeof unlink;
  readonly rename: typeof renameSync;
  readonly lookOf: typeof lookOf;
}

/** A virus scanner or a synchroniser holds a file for a moment. */
const held: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EACCES']);
const heldMs: readonly number[] = [10, 50, 200];

/** The last step of a move. `before`: what the new name led to when it began. `undo`: frees the new name again. */
interface LastStep {
  readonly from: string;
  readonly target: string;
  readonly before: string | null;
  readonly step: () => Promise<boolean>;
  readonly undo: () => Promise<void>;
}

/** Does the last step. If the system refuses it for long, the file keeps its old name alone. */
async function finish(last: LastStep, pauses = heldMs): Promise<boolean> {
  const { from, target, before, step, undo } = last;
  try {
    return await step();
  } catch (error) {
    // A server may answer with an error after it took the old name away.
    const there = (await isGone(from)) ? await lookAt(target) : null;
    if (there !== null && there !== before) return true;
    const [ms, ...rest] = pauses;
    if (ms !== undefined && held.has(errorCode(error))) {
      await setTimeout(ms);
      return finish(last, rest);
    }
    await undo().catch(() => undefined);
    throw error;
  }
}

/** Gives a file that nobody else knows its name. False: the name is taken, also by a file that came this moment. */
export async function giveName(from: string, target: string, told: Partial<Disk> = {}): Promise<boolean> {
  const disk = { link, drop: unlink, rename: renameSync, lookOf, ...told };
  const hasBoth = async () => {
    const look = await lookAt(from, disk.lookOf);
    return look !== null && look === (await lookAt(target, disk.lookOf));
  };
  try {
    await disk.link(from, target);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw error;
    if (code !== 'EEXIST') return takeByRename(from, target, disk);
    // The app may have ended between the two names of an earlier move.
    if (!(await hasBoth())) return false;
  }
  return finish({
    from,
    target,
    before: null,
    async step() {
      await disk.drop(from);
      return true;
    },
    async undo() {
      if (await hasBoth()) await unlink(target);
    },
  });
}

/**
 * Gives the name where the disk has no links. A rename would replace what a program gives that name, and a copy would be
 * half of the file when the app ends. So an empty file holds the name, and ours is renamed over it.
 */
async function takeByRename(from: string, target: string, { rename, lookOf: tell }: Disk): Promise<boolean> {
  const holder = await hold(from, target, tell);
  if (holder === null) return false;
  const isHeld = () => {
    const seen = lstatSync(target, { bigint: true, throwIfNoEntry: false });
    return seen !== undefined && tell(seen) === holder;
  };
  return finish({
    from,
    target,
    before: holder,
    async step() {
      // Without a pause between the two, in which a program may give the name to another file.
      if (!isHeld()) return false;
      rename(from, target);
      return true;
    },
    async undo() {
      if (isHeld()) unlinkSync(target);
    },
  });
}

/** Holds a name with an empty file, which has the date of the file that shall have it. Null: the name is taken. */
async function hold(from: string, target: string, tell: typeof lookOf): Promise<string | null> {
  const { atime, mtime } = await stat(from);
  const holder = await open(target, 'wx').catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST') return null;
    throw error;
  });
  await holder?.utimes(atime, mtime).catch(() => undefined);
  await holder?.close();
  const look = holder && (await lookAt(target, tell));
  // One that has a content by now is another one.
  return look?.startsWith('0:') === true ? look : null;
}

/** Removes the empty file that holds a name for this file, if the app ended before it was renamed. */
export function dropHolder(from: string, target: string): void {
  const [ours, there] = [from, target].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  const isHolder = there?.isFile() === true && there.size === 0 && there.mtime.getTime() === ours?.mtime.getTime();
  if (isHolder && ours.size > 0) unlinkSync(target);
}
