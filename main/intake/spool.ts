import { createHash, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { type Submission, submissionSchema } from '../submission/submission.ts';
import type { SpoolDisk } from './spool-disk.ts';

/** A whole copy, flushed to the disk, under a temporary name until its group is kept. */
export interface Staged {
  readonly sha256: string;
  readonly size: number;
  readonly at: string;
  /** The copy has its final name: its bytes are counted there from now on. */
  readonly release: () => void;
  readonly drop: () => Promise<void>;
}

interface Keep {
  readonly staged: Staged;
  readonly submission: Submission;
}

export interface Staging {
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes and closes the copy: a thousand of them may wait for their rows. */
  finish(): Promise<Staged>;
  /** Leaves no trace. */
  drop(): Promise<void>;
}

export interface SpoolUse {
  /** Bytes of all copies, those on their way in included. */
  readonly used: number;
  readonly limit: number;
  readonly copies: number;
}

const groupContent = z.object({ version: z.literal(1), submissions: z.array(submissionSchema) });
const copyName = /^([0-9a-f]{64})\.bin$/;
const groupName = /\.json$/;

export interface SpoolEntry {
  readonly submission: Submission;
  /** The copy is there in its whole length. */
  readonly whole: boolean;
}

export interface SpoolEntries {
  readonly entries: readonly SpoolEntry[];
  /** Files that should name submissions and make no sense: what they stood for is to be told. */
  readonly unreadable: readonly string[];
}

/**
 * Copies of what was handed over, by their content: `spool/abcdef….bin`. Beside them stands one small file per group that
 * came together, holding the submissions as they were accepted: from the spool alone the queue can be built again, and a
 * copy nobody needs is known by being in none. One folder and one file per group, for names and flushes are what costs.
 */
export async function openSpool(deps: {
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly limitBytes: number;
}) {
  const { folder, disk, limitBytes } = deps;
  const incoming = join(folder, 'incoming');
  const sizes = new Map<string, number>();
  /** What the files of the groups say, and those that say nothing. */
  const groups = new Map<string, readonly Submission[]>();
  const unreadable: string[] = [];
  let held = 0;
  let reserved = 0;
  let last: Promise<unknown> = Promise.resolve();

  const pathOf = (sha256: string) => join(folder, `${sha256}.bin`);
  const isWhole = (one: Submission) => sizes.get(contentOf(one)) === one.wish.file.size;

  function count(sha256: string, size: number | null): void {
    held += (size ?? 0) - (sizes.get(sha256) ?? 0);
    if (size === null) sizes.delete(sha256);
    else sizes.set(sha256, size);
  }

  /** One change of the names at a time: a copy must not go while another submission of the same content comes. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function takeStock(): Promise<void> {
    await disk.makeFolder(folder);
    await disk.makeFolder(incoming);
    // The spool's own name, and those in it that an app killed half-way may have left unflushed.
    await disk.syncFolder(dirname(folder));
    await disk.syncFolder(folder);
    // What was on its way in when the app ended was never acknowledged.
    for (const name of await disk.list(incoming)) await disk.remove(join(incoming, name));
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

  async function readGroup(path: string): Promise<readonly Submission[] | null> {
    return groupContent.safeParse(parseJson(await disk.read(path))).data?.submissions ?? null;
  }

  /** Whole and flushed, under a name that means nothing yet. */
  async function writeGroup(submissions: readonly Submission[]): Promise<string> {
    const at = join(incoming, `${randomUUID()}.json`);
    const file = await disk.create(at);
    try {
      await file.write(Buffer.from(JSON.stringify({ version: 1, submissions })));
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
      // Windows does not replace a file that is being read. The same content is as good.
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

  async function putGroup(path: string, submissions: readonly Submission[]): Promise<void> {
    if (submissions.length > 0) {
      await disk.rename(await writeGroup(submissions), path);
      groups.set(path, submissions);
    } else {
      await disk.remove(path);
      groups.delete(path);
    }
  }

  await takeStock();

  return {
    /** Where the worker reads the copy. */
    path: pathOf,
    use: (): SpoolUse => ({ used: held + reserved, limit: limitBytes, copies: sizes.size }),

    /** Null: there is no room for this many bytes. */
    async stage(bytes: number): Promise<Staging | null> {
      if (held + reserved + bytes > limitBytes) return null;
      reserved += bytes;
      const at = join(incoming, `${randomUUID()}.part`);
      const hash = createHash('sha256');
      let size = 0;
      let open = true;
      let counted = true;
      function release(): void {
        if (counted) reserved -= bytes;
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

    /** Makes a group of copies durable under their names, and with them what they are for. */
    keep: (group: readonly Keep[]): Promise<void> =>
      inTurn(async () => {
        const submissions = group.map(({ submission }) => submission);
        const path = join(folder, `${randomUUID()}.json`);
        const written = await writeGroup(submissions);
        // Known before it is there, so that a drop finds it whatever fails from here on.
        groups.set(path, submissions);
        await disk.rename(written, path);
        await all(group.map(({ staged }) => putCopy(staged)));
        await disk.syncFolder(folder);
      }),

    /** One more submission needs a copy that is there already. False: it is not. */
    share: (submission: Submission): Promise<boolean> =>
      inTurn(async () => {
        if (!isWhole(submission)) return false;
        await putGroup(join(folder, `${randomUUID()}.json`), [submission]);
        await disk.syncFolder(folder);
        return true;
      }),

    /** The choices of a submission were changed: what the spool says of it must not lead to the people of before. */
    revise: ({ id, wish, account, goal }: Pick<Submission, 'id' | 'wish' | 'account' | 'goal'>): Promise<void> =>
      inTurn(async () => {
        const found = [...groups].find(([, group]) => group.some((one) => one.id === id));
        if (!found) return;
        const [path, group] = found;
        await putGroup(
          path,
          group.map((one) => (one.id === id ? { ...one, wish, account, goal } : one)),
        );
        await disk.syncFolder(folder);
      }),

    /** These submissions no longer need their copies. A copy goes with the last one that did. */
    drop: (submissions: readonly Submission[]): Promise<void> =>
      inTurn(async () => {
        const gone = new Set(submissions.map(({ id }) => id));
        const stays = ({ id }: Submission) => !gone.has(id);
        const needed = new Set([...groups.values()].flat().filter(stays).map(contentOf));
        const unneeded = new Set(submissions.map(contentOf).filter((sha256) => !needed.has(sha256)));
        // Before the groups: on a full disk this makes the room to write them. What cannot be read may need any copy.
        if (unreadable.length === 0) await all([...unneeded].map(removeCopy));
        const touched = [...groups].filter(([, group]) => !group.every(stays));
        await all(touched.map(([path, group]) => putGroup(path, group.filter(stays))));
        await disk.syncFolder(folder);
      }),

    /** Every submission the spool knows of, oldest first: what the queue is built from when the journal is lost. */
    entries(): SpoolEntries {
      const entries = [...groups.values()].flat().map((submission) => ({ submission, whole: isWhole(submission) }));
      return { entries: entries.toSorted((a, b) => a.submission.acceptedAt - b.submission.acceptedAt), unreadable };
    },
  };
}

export type Spool = Awaited<ReturnType<typeof openSpool>>;

const contentOf = ({ wish }: Submission) => wish.file.sha256;

/** Fails with the first failure, but only when all have ended: none is left with a file open. */
async function all<T extends readonly Promise<unknown>[]>(work: readonly [...T]) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
