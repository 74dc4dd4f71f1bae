import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { hashOf, type Submission } from '../submission/submission.ts';
import { createSpoolCopies, type Staged } from './spool-copies.ts';
import type { SpoolDisk } from './spool-disk.ts';
import { createSpoolGroups, type Group } from './spool-groups.ts';

export type { SpoolUse, Staged } from './spool-copies.ts';

interface Keep {
  readonly staged: Staged;
  readonly submission: Submission;
}

/** Taking files takes minutes. After this time nobody writes a file any more whose computer has a new id, or is gone. */
const OTHERS_LEFT_MS = 7 * 24 * 60 * 60_000;

export interface SpoolEntry {
  readonly submission: Submission;
  /** Whether this computer accepted the submission. No other computer needs its copy then. */
  readonly isOurs: boolean;
  /** Whether the copy is there in its full length. */
  readonly whole: boolean;
}

interface SpoolDeps {
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly limitBytes: number;
  /** This computer. Its folder may be synchronised with others, and each changes its own group files alone. */
  readonly writer?: string;
  readonly now?: () => number;
}

/**
 * Stores copies of the files by their hash: `spool/abcdef….bin`. Beside them is one small group file per 32 submissions
 * with their accepted state, so that all submissions can be rebuilt from the spool alone, and copies that no group needs
 * can be found. One file per group and one folder for all, because creating and flushing names is slow.
 */
export async function openSpool(deps: SpoolDeps) {
  const { folder, disk, limitBytes, writer = '', now = Date.now } = deps;
  const incoming = join(folder, 'incoming');
  const owner = writer === '' ? '' : `${writer}.`;
  const temporary = (ending: string) => join(incoming, `${owner}${randomUUID()}.${ending}`);
  const copies = createSpoolCopies({ folder, disk, limitBytes, temporary });
  const groups = createSpoolGroups({ folder, disk, temporary });
  const { pathOf, use, stage } = copies;

  const isWhole = (one: Submission) => copies.sizeOf(hashOf(one)) === one.wish.file.size;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one change at a time: otherwise a copy could be removed while a new submission of the same content arrives. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  }

  await removeLeftovers({ folder, incoming, disk, owner, now });
  await copies.load();
  await groups.load();

  return {
    /** The path of the copy, for the upload. */
    path: pathOf,
    use,
    stage,

    /** Makes the copies of a group durable, together with their submissions. */
    keep: (group: readonly Keep[]): Promise<void> =>
      inTurn(async () => {
        const kept = { writer, submissions: group.map(({ submission }) => submission) };
        const path = groups.newPath();
        const written = await groups.write(kept);
        // Remember the group before its file exists, so that `drop` finds it if a later step fails.
        groups.all.set(path, kept);
        await disk.rename(written, path);
        await waitForAll(group.map(({ staged }) => copies.put(staged)));
        await disk.syncFolder(folder);
      }),

    /** Adds a submission that needs an existing copy. False: the copy does not exist. */
    share: (submission: Submission): Promise<boolean> =>
      inTurn(async () => {
        if (!isWhole(submission)) return false;
        await groups.put(groups.newPath(), { writer, submissions: [submission] });
        await disk.syncFolder(folder);
        return true;
      }),

    /** Stores the changed choices of a submission. Otherwise a rebuilt journal would send the file to the former signees. */
    revise: ({ id, wish, account, goal, changedAt }: Revised): Promise<void> =>
      inTurn(async () => {
        const revised = (one: Submission) => (one.id === id ? { ...one, wish, account, goal, changedAt } : one);
        const holders = [...groups.all].filter(([, { submissions }]) => submissions.some((one) => one.id === id));
        const own = holders.find(([, group]) => group.writer === writer);
        const [path, group] = own ?? holders[0] ?? [];
        if (path === undefined || group === undefined) return;
        const submissions = group.submissions.map(revised);
        // Another computer may be changing its own file at this moment.
        if (own === undefined)
          await groups.put(groups.newPath(), { writer, submissions: submissions.filter((one) => one.id === id) });
        else await groups.put(path, { writer, submissions });
        await disk.syncFolder(folder);
      }),

    /**
     * Removes submissions, and each copy with the last submission that needs it. What another computer accepted stays,
     * except for those that are `long` over.
     */
    drop: (submissions: readonly Submission[], long: ReadonlySet<string> = new Set()): Promise<void> =>
      inTurn(async () => {
        // Another computer may need the same content since.
        const isAllRead = await groups.readNew();
        const gone = new Set(submissions.map(({ id }) => id));
        const isGone = ({ id }: Submission, group: Group) => gone.has(id) && (group.writer === writer || long.has(id));
        const left = (group: Group) => group.submissions.filter((one) => !isGone(one, group));
        const needed = new Set([...groups.all.values()].flatMap(left).map(hashOf));
        const withCopy = submissions.filter(({ wish }) => wish.file.sha256 !== null);
        const unneeded = new Set(withCopy.map(hashOf).filter((sha256) => !needed.has(sha256)));
        // Remove copies before we write groups, to make room on a full disk. An unreadable group may need any copy: remove none.
        if (isAllRead && groups.unreadable.length === 0) await waitForAll([...unneeded].map(copies.remove));
        const touched = [...groups.all].filter(([, group]) => left(group).length < group.submissions.length);
        await waitForAll(
          touched.map(([path, group]) => groups.put(path, { writer: group.writer, submissions: left(group) })),
        );
        await disk.syncFolder(folder);
      }),

    /**
     * Returns every submission in the spool, oldest first. A lost journal is rebuilt from these. Two computers may have
     * stored choices for one: the later ones count.
     */
    entries: (): readonly SpoolEntry[] => latestOf(groups.all.values(), writer, isWhole),

    /** Returns the group files that cannot be read. A person is told about them. */
    unreadable: (): readonly string[] => groups.unreadable,
  };
}

interface Leftovers {
  readonly folder: string;
  readonly incoming: string;
  readonly disk: SpoolDisk;
  /** The beginning of the temporary names of this computer. */
  readonly owner: string;
  readonly now: () => number;
}

/** Makes the folders, and removes copies that were incomplete when the app ended: they were never accepted. */
async function removeLeftovers({ folder, incoming, disk, owner, now }: Leftovers): Promise<void> {
  await disk.makeFolder(folder);
  await disk.makeFolder(incoming);
  // An app that was killed half-way may have left the names of these folders unflushed.
  await disk.syncFolder(dirname(folder));
  await disk.syncFolder(folder);
  /** Tells whether a file is ours. Earlier versions did not write their computer into the name. */
  const isOurs = (name: string) => name.startsWith(owner) || name.split('.').length === 2;
  const isLongLeft = async (path: string) => now() - ((await disk.changedAt(path)) ?? now()) > OTHERS_LEFT_MS;
  // Another computer may be writing its own now.
  for (const name of await disk.list(incoming))
    if (isOurs(name) || (await isLongLeft(join(incoming, name)))) await disk.remove(join(incoming, name));
}

/** Returns the latest state of each submission, oldest submission first. */
function latestOf(groups: Iterable<Group>, writer: string, isWhole: (one: Submission) => boolean): SpoolEntry[] {
  const found = [...groups].flatMap((group) =>
    group.submissions.map((submission) => ({
      submission,
      isOurs: group.writer === writer,
      whole: isWhole(submission),
    })),
  );
  const latest = new Map<string, SpoolEntry>();
  for (const entry of found.toSorted((a, b) => a.submission.changedAt - b.submission.changedAt))
    latest.set(entry.submission.id, entry);
  return [...latest.values()].toSorted((a, b) => a.submission.acceptedAt - b.submission.acceptedAt);
}

type Revised = Pick<Submission, 'id' | 'wish' | 'account' | 'goal' | 'changedAt'>;

export type Spool = Awaited<ReturnType<typeof openSpool>>;

/** Works like Promise.all, but waits until all have ended, so that no file stays open. */
async function waitForAll<T extends readonly Promise<unknown>[]>(work: readonly [...T]) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
