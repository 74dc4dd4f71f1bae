import { createHash, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Submission, submissionSchema } from '../outbox/submission.ts';
import type { SpoolDisk } from './spool-disk.ts';

/** A whole copy under a name that means nothing yet. Its bytes are flushed when its group is kept. */
export interface Staged {
  readonly sha256: string;
  readonly size: number;
  readonly at: string;
  readonly flush: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

interface Keep {
  readonly staged: Staged;
  readonly submission: Submission;
}

export interface Staging {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Staged;
  /** Leaves no trace. */
  drop(): Promise<void>;
}

export interface SpoolUse {
  /** Bytes of all copies, those on their way in included. */
  readonly used: number;
  readonly limit: number;
  readonly copies: number;
}

const sidecarContent = z.object({ version: z.literal(1), submission: submissionSchema });
const copyName = /^([0-9a-f]{64})\.bin$/;
const sidecarName = /^([0-9a-f]{64})\..+\.json$/;

export interface SpoolEntry {
  readonly submission: Submission;
  /** The copy is there in its whole length. */
  readonly whole: boolean;
}

export interface SpoolEntries {
  readonly entries: readonly SpoolEntry[];
  /** Files that should name a submission and make no sense: what they stood for is to be told. */
  readonly unreadable: readonly string[];
}

/**
 * Copies of what was handed over, by their content: `spool/ab/abcdef….bin`. Beside each stands one small file per
 * submission that needs it, holding the submission as it was accepted: from the spool alone the queue can be built
 * again, and a copy nobody needs is known by having none.
 */
export async function openSpool(deps: {
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly limitBytes: number;
}) {
  const { folder, disk, limitBytes } = deps;
  const incoming = join(folder, 'incoming');
  const sizes = new Map<string, number>();
  const folders = new Set<string>();
  let held = 0;
  let reserved = 0;
  let last: Promise<unknown> = Promise.resolve();

  const folderOf = (sha256: string) => join(folder, sha256.slice(0, 2));
  const pathOf = (sha256: string) => join(folderOf(sha256), `${sha256}.bin`);
  const sidecarOf = ({ id, wish }: Submission) => join(folderOf(wish.file.sha256), `${wish.file.sha256}.${id}.json`);

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
    // The spool's own name, and those of its parts that an app killed half-way may have left unflushed.
    await disk.syncFolder(dirname(folder));
    await disk.syncFolder(folder);
    // What was on its way in when the app ended was never acknowledged.
    for (const name of await disk.list(incoming)) await disk.remove(join(incoming, name));
    for (const part of await disk.list(folder)) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue;
      folders.add(join(folder, part));
      for (const name of await disk.list(join(folder, part))) {
        const sha256 = copyName.exec(name)?.[1];
        if (sha256 !== undefined) count(sha256, await disk.size(join(folder, part, name)));
      }
    }
  }

  async function writeSidecar(at: string, submission: Submission): Promise<void> {
    const file = await disk.create(at);
    try {
      await file.write(Buffer.from(JSON.stringify({ version: 1, submission })));
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async function ensureFolders(wanted: ReadonlySet<string>): Promise<void> {
    const missing = [...wanted].filter((one) => !folders.has(one));
    if (missing.length === 0) return;
    await Promise.all(missing.map((one) => disk.makeFolder(one)));
    await disk.syncFolder(folder);
    for (const one of missing) folders.add(one);
  }

  async function putCopy({ sha256, size, at }: Staged): Promise<void> {
    try {
      await disk.rename(at, pathOf(sha256));
    } catch (error) {
      // Windows does not replace a file that is being read. The same content is as good.
      if ((await disk.size(pathOf(sha256))) !== size) throw error;
      await disk.remove(at);
    }
    count(sha256, size);
  }

  async function readEntry(path: string, sha256: string): Promise<SpoolEntry | null> {
    const found = sidecarContent.safeParse(parseJson(await disk.read(path)));
    if (!found.success || found.data.submission.wish.file.sha256 !== sha256) return null;
    const { submission } = found.data;
    return { submission, whole: (await disk.size(pathOf(sha256))) === submission.wish.file.size };
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
      let file: Awaited<ReturnType<SpoolDisk['create']>>;
      try {
        file = await disk.create(at);
      } catch (error) {
        reserved -= bytes;
        throw error;
      }
      async function close(): Promise<void> {
        if (!open) return;
        open = false;
        reserved -= bytes;
        await file.close();
      }
      async function drop(): Promise<void> {
        await close();
        await disk.remove(at);
      }
      async function flush(): Promise<void> {
        try {
          await file.sync();
        } finally {
          await close();
        }
      }
      return {
        async write(chunk) {
          hash.update(chunk);
          size += chunk.length;
          await file.write(chunk);
        },
        finish: () => ({ sha256: hash.digest('hex'), size, at, flush, drop }),
        drop,
      };
    },

    /** Makes a group of copies durable under their names: intents first, then the copies, then each folder once. */
    keep: (group: readonly Keep[]): Promise<void> =>
      inTurn(async () => {
        const parts = new Set(group.map(({ staged }) => folderOf(staged.sha256)));
        await ensureFolders(parts);
        const named = group.map(({ staged, submission }) => ({
          staged,
          submission,
          sidecar: join(incoming, `${randomUUID()}.json`),
        }));
        await all([
          ...named.map(({ submission, sidecar }) => writeSidecar(sidecar, submission)),
          ...named.map(({ staged }) => staged.flush()),
        ]);
        await all(
          named.map(async ({ staged, submission, sidecar }) => {
            await disk.rename(sidecar, sidecarOf(submission));
            await putCopy(staged);
          }),
        );
        await all([...parts].map((part) => disk.syncFolder(part)));
      }),

    /** The submission no longer needs its copy. The copy goes with the last one that did. */
    drop: (submission: Submission): Promise<void> =>
      inTurn(async () => {
        const { sha256 } = submission.wish.file;
        await disk.remove(sidecarOf(submission));
        const others = (await disk.list(folderOf(sha256))).some((name) => sidecarName.exec(name)?.[1] === sha256);
        if (!others) {
          await disk.remove(pathOf(sha256));
          count(sha256, null);
        }
        if (folders.has(folderOf(sha256))) await disk.syncFolder(folderOf(sha256));
      }),

    /** Every submission the spool knows of, oldest first: what the queue is built from when the journal is lost. */
    async entries(): Promise<SpoolEntries> {
      const entries: SpoolEntry[] = [];
      const unreadable: string[] = [];
      for (const part of folders) {
        for (const name of await disk.list(part)) {
          const sha256 = sidecarName.exec(name)?.[1];
          if (sha256 === undefined) continue;
          const entry = await readEntry(join(part, name), sha256).catch(() => null);
          if (entry) entries.push(entry);
          else unreadable.push(join(part, name));
        }
      }
      return { entries: entries.toSorted((a, b) => a.submission.acceptedAt - b.submission.acceptedAt), unreadable };
    },
  };
}

export type Spool = Awaited<ReturnType<typeof openSpool>>;

/** Fails with the first failure, but only when all have ended: none is left with a file open. */
async function all(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
