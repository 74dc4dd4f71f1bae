import { link, lstat, open, rename, stat, unlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { isGone, lookAt, lookOf } from './file-look.ts';

/** What a disk may refuse, answer wrongly, or not tell. */
interface Disk {
  readonly link: typeof link;
  readonly drop: typeof unlink;
  readonly rename: typeof rename;
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
  const disk = { link, drop: unlink, rename, lookOf, ...told };
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
async function takeByRename(from: string, target: string, disk: Disk): Promise<boolean> {
  const holder = await hold(from, target, disk.lookOf);
  if (holder === null) return false;
  const isHeld = async () => isSameEmpty(holder, await lookAt(target, disk.lookOf));
  return finish({
    from,
    target,
    before: holder,
    async step() {
      // Nothing else is done between the two, because a program may give the name to another file.
      if (!(await isHeld())) return false;
      await disk.rename(from, target);
      return true;
    },
    async undo() {
      if (await isHeld()) await unlink(target);
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
  if (holder === null) return null;
  await holder.utimes(atime, mtime).catch(() => undefined);
  await holder.close();
  const look = tell(await lstat(target, { bigint: true }));
  // One that has a content by now is another one.
  return look.startsWith('0:') ? look : null;
}

/** Tells whether a name still leads to the empty file that holds it, also if somebody has given that another date. */
function isSameEmpty(holder: string, look: string | null): boolean {
  if (look === null || look === holder) return look !== null;
  const [[size, , inode, device], [, , ownInode, ownDevice]] = [look.split(':'), holder.split(':')];
  return size === '0' && inode !== '0' && inode === ownInode && device === ownDevice;
}

/** Removes the empty file that holds a name for this file, if the app ended before it was renamed. */
export async function dropHolder(from: string, target: string): Promise<void> {
  const [ours, there] = await Promise.all([from, target].map((path) => lstat(path).catch(() => null)));
  const isHolder = there?.isFile() === true && there.size === 0 && there.mtime.getTime() === ours?.mtime.getTime();
  if (isHolder && ours.size > 0) await unlink(target);
}
