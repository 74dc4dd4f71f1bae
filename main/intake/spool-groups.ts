import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { type Submission, submissionSchema } from '../submission/submission.ts';
import { unhurried } from '../time/slices.ts';
import type { SpoolDisk } from './spool-disk.ts';

const groupContent = z.object({
  version: z.literal(1),
  /** The computer that accepted them. Earlier versions did not store it. */
  writer: z.string().default(''),
  submissions: z.array(submissionSchema),
});
export interface Group {
  readonly writer: string;
  readonly submissions: readonly Submission[];
}
const groupName = /\.json$/;

interface SpoolGroupsDeps {
  readonly folder: string;
  readonly disk: SpoolDisk;
  readonly temporary: (ending: string) => string;
}

/** Manages the group files of the spool: which submissions its copies are for. */
export function createSpoolGroups({ folder, disk, temporary }: SpoolGroupsDeps) {
  /** The submissions of each group file, by its path. */
  const all = new Map<string, Group>();
  const unreadable: string[] = [];

  async function readGroup(path: string): Promise<Group | null> {
    return groupContent.safeParse(parseJson(await disk.read(path))).data ?? null;
  }

  const paths = async () =>
    (await disk.list(folder)).filter((name) => groupName.test(name)).map((name) => join(folder, name));
  const newPath = () => join(folder, `${randomUUID()}.json`);

  /** Writes and flushes a group file under a temporary name. */
  async function write(group: Group): Promise<string> {
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

  return {
    all,
    unreadable,
    newPath,
    write,
    /** Reads the groups that are there at the start. */
    async load(): Promise<void> {
      for await (const path of unhurried(await paths())) {
        const group = await readGroup(path).catch(() => null);
        if (group) all.set(path, group);
        else unreadable.push(path);
      }
    },
    /** Reads what other computers have stored since the start. False: not all of it has arrived here. */
    async readNew(): Promise<boolean> {
      const fresh = (await paths()).filter((path) => !all.has(path) && !unreadable.includes(path));
      const read = await Promise.all(
        fresh.map(async (path) => [path, await readGroup(path).catch(() => null)] as const),
      );
      for (const [path, group] of read) if (group) all.set(path, group);
      return read.every(([, group]) => group !== null);
    },
    async put(path: string, group: Group): Promise<void> {
      if (group.submissions.length > 0) {
        await disk.rename(await write(group), path);
        all.set(path, group);
      } else {
        await disk.remove(path);
        all.delete(path);
      }
    },
  };
}
