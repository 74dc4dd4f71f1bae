import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from '../files/error-code.ts';
import { openFlags, readAt } from '../intake/take-file.ts';
import { inodeOf, isGone, lookAt, lookOf } from './inside-folder.ts';

/** What a disk may refuse, answer wrongly, or not tell. */
interface Disk {
  readonly link: typeof link;
  readonly drop: typeof unlink;
  readonly lookOf: typeof lookOf;
}

/** A virus scanner or a synchroniser holds a file for a moment. */
const held: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EACCES']);
const heldMs: readonly number[] = [10, 50, 200];

type IsSame = () => Promise<boolean>;

/** Takes the old name away. If the system refuses, the new one goes again while the document has both. */
async function dropOldName(
  { from, target, isSame }: { readonly from: string; readonly target: string; readonly isSame: IsSame },
  drop: typeof unlink,
  pauses = heldMs,
): Promise<void> {
  try {
    await drop(from);
  } catch (error) {
    // A server may answer with an error after it took the name away.
    if ((await isGone(from)) && (await lookAt(target)) !== null) return;
    const [ms, ...rest] = pauses;
    if (ms !== undefined && held.has(errorCode(error))) {
      await setTimeout(ms);
      return dropOldName({ from, target, isSame }, drop, rest);
    }
    if (await isSame().catch(() => false)) await unlink(target).catch(() => undefined);
    throw error;
  }
}

/** Gives a file that nobody else knows its name. False: the name is taken, also by a file that came this moment. */
export async function giveName(from: string, target: string, told: Partial<Disk> = {}): Promise<boolean> {
  const disk = { link, drop: unlink, lookOf, ...told };
  let isSame: IsSame = async () => {
    const look = await lookAt(from, disk.lookOf);
    return look !== null && look === (await lookAt(target, disk.lookOf));
  };
  try {
    await disk.link(from, target);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw error;
    if (code !== 'EEXIST') {
      if (!(await copyUnder(from, target, disk.lookOf))) return false;
      isSame = () => hasSameBytes(from, target);
    }
    // The app may have ended between the two names of an earlier move, and a copy may have lost its name.
    if (!(await isSame())) return false;
  }
  await dropOldName({ from, target, isSame }, disk.drop);
  return true;
}

/**
 * Writes a copy under a name, where the disk has no links: a rename would replace what a program gives that name in this
 * moment. False: the name is taken.
 */
async function copyUnder(from: string, target: string, tell: typeof lookOf): Promise<boolean> {
  const copy = await open(target, 'wx').catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST') return null;
    throw error;
  });
  if (copy === null) return false;
  const lookNow = async (file: FileHandle) => tell(await file.stat({ bigint: true }));
  let isToldApart = false;
  try {
    await using source = await open(from, openFlags);
    const { atime, mtime } = await source.stat();
    const before = await lookNow(source);
    // Some disks give every file the same inode.
    isToldApart = inodeOf(before) !== inodeOf(await lookNow(copy));
    await copy.writeFile(source.createReadStream({ autoClose: false }));
    await copy.utimes(atime, mtime).catch(() => undefined);
    await copy.sync();
    if ((await lookNow(source)) !== before) throw Object.assign(new Error(`${from} was written to`), { code: 'EBUSY' });
    return true;
  } catch (error) {
    const [own, there] = await Promise.all([lookNow(copy).catch(() => null), lookAt(target, tell)]);
    const isOurs = isToldApart ? inodeOf(own) === inodeOf(there) : own === there;
    if (isOurs) await unlink(target).catch(() => undefined);
    throw error;
  } finally {
    await copy.close();
  }
}

const pieceBytes = 256 * 1024;
/** Nothing is there, or no file. */
const noFile: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO', 'EISDIR']);

/** Tells whether two files have the same bytes. Then either may go, whoever gave the other its name. */
async function hasSameBytes(from: string, target: string): Promise<boolean> {
  await using one = await open(from, openFlags);
  const opened = await open(target, openFlags).catch((error: unknown) => {
    if (noFile.has(errorCode(error))) return null;
    throw error;
  });
  if (opened === null) return false;
  await using other = opened;
  const [{ size }, there] = await Promise.all([one.stat(), other.stat()]);
  if (!there.isFile() || there.size !== size) return false;
  for (let at = 0; at < size; at += pieceBytes) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the files
    const [mine, theirs] = await Promise.all(
      [one, other].map((file) => readAt(file, at, Math.min(pieceBytes, size - at))),
    );
    if (mine === undefined || theirs === undefined || !mine.equals(theirs)) return false;
  }
  return true;
}
