import { createHash, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { type Submission, submissionSchema } from '../submission/submission.ts';
import type { SpoolDisk } from './spool-disk.ts';

/** A whole, flushed copy under a temporary name. `keep` gives it its final name. */
export interface Staged {
  readonly sha256: string;
  readonly size: number;
  readonly at: string;
  /** Ends the reservation of its bytes, once the copy has its final name. */
  readonly release: () => void;
  readonly drop: () => Promise<void>;
}

interface Keep {
  readonly staged: Staged;
  readonly submission: Submission;
}

export interface Staging {
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes and closes the copy: a thousand copies may wait until their submissions are stored. */
  finish(): Promise<Staged>;
  /** Deletes the copy. */
  drop(): Promise<void>;
}

export interface SpoolUse {
  /** Bytes of all copies, including those that are still being written. */
  readonly used: number;
  readonly limit: number;
}

const groupContent = z.object({
  version: z.literal(1),
  /** The computer that accepted them. Earlier versions did not store it. */
  writer: z.string().default(''),
  submissions: z.array(submissionSchema),
});
interface Group {
  readonly writer: string;
  readonly submissions: readonly Submission[];
}
const copyName = /^([0-9a-f]{64})\.bin$/;
const groupName = /\.json$/;
/** Taking files takes minutes. After this time nobody writes a file any more whose computer has a new id, or is gone. */
const OTHERS_LEFT_MS = 7 * 24 * 60 * 60_000;

export interface SpoolEntry {
  readonly submission: Submission;
  /** This computer accepted it, so no other one needs its copy. */
  readonly isOurs: boolean;
  /** Is the copy there in its full length? */
  readonly whole: boolean;
}

export interface SpoolEntries {
  readonly entries: readonly SpoolEntry[];
  /** Group files that cannot be read. A person is told about them. */
  readonly unreadable: readonly string[];
}

/**
 * Stores copies of the files by their hash: `spool/abcdef….bin`. Beside them is one small group file per 32 submissions
 * with their accepted state, so that all submissions can be rebuilt from the spool alone, and copies that no group needs
 * can be found. One file per group and one folder for all, because creating and flushing names is slow.
 */
export async function openSpool(deps: {
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly limitBytes: number;
  /** This computer. Its folder may be synchronised with others, and each changes its own group files alone. */
  readonly writer?: string;
  readonly now?: () => number;
}) {
  const { folder, disk, limitBytes, writer = '', now = Date.now } = deps;
  const incoming = join(folder, 'incoming');
  const owner = writer === '' ? '' : `${writer}.`;
  const temporary = (ending: string) => join(incoming, `${owner}${randomUUID()}.${ending}`);
  /** Earlier versions did not write their computer into the name. */
  const isOurTemporary = (name: string) => name.startsWith(owner) || name.split('.').length === 2;
  const sizes = new Map<string, number>();
  /** The submissions of each group file, by its path. */
  const groups = new Map<string, Group>();
  const unreadable: string[] = [];
  let storedBytes = 0;
  let reservedBytes = 0;
  let last: Promise<unknown> = Promise.resolve();

  const pathOf = (sha256: string) => join(folder, `${sha256}.bin`);
  const isWhole = (one: Submission) => sizes.get(contentOf(one)) === one.wish.file.size;

  function count(sha256: string, size: number | null): void {
    storedBytes += (size ?? 0) - (sizes.get(sha256) ?? 0);
    if (size === null) sizes.delete(sha256);
    else sizes.set(sha256, size);
  }

  /** Runs one change at a time: otherwise a copy could be removed while a new submission of the same content arrives. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  }

  const isLongLeft = async (path: string) => now() - ((await disk.changedAt(path)) ?? now()) > OTHERS_LEFT_MS;

  async function takeStock(): Promise<void> {
    await disk.makeFolder(folder);
    await disk.makeFolder(incoming);
    // An app that was killed half-way may have left the names of these folders unflushed.
    await disk.syncFolder(dirname(folder));
    await disk.syncFolder(folder);
    // Copies that were incomplete when the app ended were never accepted. Another computer may be writing its own now.
    for (const name of await disk.list(incoming))
      if (isOurTemporary(name) || (await isLongLeft(join(incoming, name)))) await disk.remove(join(incoming, name));
    for (const name of await disk.list(folder)) {
      const path = join(folder, name);
      const sha256 = copyName.exec(name)?.[1];
      if (sha256 !== undefined) count(sha256, await disk.size(path));
      else if (groupName.test(name)) {
        const group = await readGroup(path).catch(() => null);
        if (group) groups.set(path, group);
        else unreadable.push(path);
      }
    }
  }

  async function readGroup(path: string): Promise<Group | null> {
    return groupContent.safeParse(parseJson(await disk.read(path))).data ?? null;
  }

  /** Reads what other computers have stored since the start. False: not all of it has arrived here. */
  async function readNewGroups(): Promise<boolean> {
    const paths = (await disk.list(folder)).filter((name) => groupName.test(name)).map((name) => join(folder, name));
    const fresh = paths.filter((path) => !groups.has(path) && !unreadable.includes(path));
    const read = await Promise.all(fresh.map(async (path) => [path, await readGroup(path).catch(() => null)] as const));
    for (const [path, group] of read) if (group) groups.set(path, group);
    return read.every(([, group]) => group !== null);
  }

  const newGroup = () => join(folder, `${randomUUID()}.json`);

  /** Writes and flushes a group file under a temporary name. */
  async function writeGroup(group: Group): Promise<string> {
    const at = temporary('json');
    const file = await disk.create(at);
    try {
      await file.write(Buffer.from(JSON.stringify({ version: 1, ...group })));
      await file.sync();
    } finally {
      await file.close();
    }
    return at;
  }

  async function putCopy({ sha256, size, at, release }: Staged): Promise<void> {
    try {
      await disk.rename(at, pathOf(sha256));
    } catch (error) {
      // Windows does not replace a file that is being read. The copy that is there has the same content.
      if ((await disk.size(pathOf(sha256))) !== size) throw error;
      await disk.remove(at);
    }
    release();
    count(sha256, size);
  }

  async function removeCopy(sha256: string): Promise<void> {
    await disk.remove(pathOf(sha256));
    count(sha256, null);
  }

  async function putGroup(path: string, group: Group): Promise<void> {
    if (group.submissions.length > 0) {
      await disk.rename(await writeGroup(group), path);
      groups.set(path, group);
    } else {
      await disk.remove(path);
      groups.delete(path);
    }
  }

  await takeStock();

  return {
    /** The path of the copy, for the upload. */
    path: pathOf,
    use: (): SpoolUse => ({ used: storedBytes + reservedBytes, limit: limitBytes }),

    /** Reserves room for a copy. Null: the spool is full. */
    async stage(bytes: number): Promise<Staging | null> {
      if (storedBytes + reservedBytes + bytes > limitBytes) return null;
      reservedBytes += bytes;
      const at = temporary('part');
      const hash = createHash('sha256');
      let size = 0;
      let open = true;
      let counted = true;
      function release(): void {
        if (counted) reservedBytes -= bytes;
        counted = false;
      }
      let file: Awaited<ReturnType<SpoolDisk['create']>>;
      try {
        file = await disk.create(at);
      } catch (error) {
        release();
        throw error;
      }
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
    },

    /** Makes the copies of a group durable, together with their submissions. */
    keep: (group: readonly Keep[]): Promise<void> =>
      inTurn(async () => {
        const kept = { writer, submissions: group.map(({ submission }) => submission) };
        const path = newGroup();
        const written = await writeGroup(kept);
        // Remember the group before its file exists, so that `drop` finds it if a later step fails.
        groups.set(path, kept);
        await disk.rename(written, path);
        await waitForAll(group.map(({ staged }) => putCopy(staged)));
        await disk.syncFolder(folder);
      }),

    /** Adds a submission that needs an existing copy. False: the copy does not exist. */
    share: (submission: Submission): Promise<boolean> =>
      inTurn(async () => {
        if (!isWhole(submission)) return false;
        await putGroup(newGroup(), { writer, submissions: [submission] });
        await disk.syncFolder(folder);
        return true;
      }),

    /** Stores the changed choices of a submission. Otherwise a rebuilt journal would send the file to the former signees. */
    revise: ({ id, wish, account, goal, changedAt }: Revised): Promise<void> =>
      inTurn(async () => {
        const revised = (one: Submission) => (one.id === id ? { ...one, wish, account, goal, changedAt } : one);
        const holders = [...groups].filter(([, { submissions }]) => submissions.some((one) => one.id === id));
        const own = holders.find(([, group]) => group.writer === writer);
        const [path, group] = own ?? holders[0] ?? [];
        if (path === undefined || group === undefined) return;
        const submissions = group.submissions.map(revised);
        // Another computer may be changing its own file at this moment.
        if (own === undefined)
          await putGroup(newGroup(), { writer, submissions: submissions.filter((one) => one.id === id) });
        else await putGroup(path, { writer, submissions });
        await disk.syncFolder(folder);
      }),

    /**
     * Removes submissions, and each copy with the last submission that needs it. What another computer accepted stays,
     * except for those that are `long` over.
     */
    drop: (submissions: readonly Submission[], long: ReadonlySet<string> = new Set()): Promise<void> =>
      inTurn(async () => {
        // Another computer may need the same content since.
        const isAllRead = await readNewGroups();
        const gone = new Set(submissions.map(({ id }) => id));
        const isGone = ({ id }: Submission, group: Group) => gone.has(id) && (group.writer === writer || long.has(id));
        const left = (group: Group) => group.submissions.filter((one) => !isGone(one, group));
        const needed = new Set([...groups.values()].flatMap(left).map(contentOf));
        const unneeded = new Set(submissions.map(contentOf).filter((sha256) => !needed.has(sha256)));
        // Remove copies before we write groups, to make room on a full disk. An unreadable group may need any copy: remove none.
        if (isAllRead && unreadable.length === 0) await waitForAll([...unneeded].map(removeCopy));
        const touched = [...groups].filter(([, group]) => left(group).length < group.submissions.length);
        await waitForAll(
          touched.map(([path, group]) => putGroup(path, { writer: group.writer, submissions: left(group) })),
        );
        await disk.syncFolder(folder);
      }),

    /**
     * Every submission in the spool, oldest first. A lost journal is rebuilt from these. Two computers may have stored
     * choices for one: the later ones count.
     */
    entries(): SpoolEntries {
      const found = [...groups.values()].flatMap((group) =>
        group.submissions.map((submission) => ({
          submission,
          isOurs: group.writer === writer,
          whole: isWhole(submission),
        })),
      );
      const latest = new Map<string, SpoolEntry>();
      for (const entry of found.toSorted((a, b) => a.submission.changedAt - b.submission.changedAt))
        latest.set(entry.submission.id, entry);
      const entries = [...latest.values()].toSorted((a, b) => a.submission.acceptedAt - b.submission.acceptedAt);
      return { entries, unreadable };
    },
  };
}

type Revised = Pick<Submission, 'id' | 'wish' | 'account' | 'goal' | 'changedAt'>;

export type Spool = Awaited<ReturnType<typeof openSpool>>;

const contentOf = ({ wish }: Submission) => wish.file.sha256;

/** Like Promise.all, but waits until all have ended, so that no file stays open. */
async function waitForAll<T extends readonly Promise<unknown>[]>(work: readonly [...T]) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
