/** What accepting and a step cost at the least: the same files and bytes, flushed as often, and nothing else. */
import { mkdirSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFolder } from '../../../main/files/sync-folder.ts';
import type { Change } from '../../../main/submission/store.ts';
import { chunksOf, inLanes } from '../../../main/time/slices.ts';

/** As intake copies and groups them. */
const GROUP = 32;
const LANES = 4;

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  await file.write(bytes);
  await file.datasync();
  await file.close();
}

/** A journal of two tables, without indexes, words, a chain or anything that is checked. */
export function openBareJournal(folder: string) {
  mkdirSync(join(folder, 'incoming'), { recursive: true });
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE submission (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, content TEXT NOT NULL);
    CREATE TABLE event (seq INTEGER PRIMARY KEY, content TEXT NOT NULL);`);
  const put = database.prepare('INSERT OR REPLACE INTO submission VALUES (?, ?, ?)');
  const tell = database.prepare('INSERT INTO event (content) VALUES (?)');
  let copies = 0;

  function commit(changes: readonly Change[]): void {
    database.exec('BEGIN IMMEDIATE');
    for (const { submission, event } of changes) {
      put.run(submission.id, submission.revision, JSON.stringify(submission));
      tell.run(JSON.stringify(event));
    }
    database.exec('COMMIT');
  }

  return {
    commit,
    /** Copies the files, four at a time, then stores them in groups: a file of the group, its folder and the tables. */
    async take(paths: readonly string[], changeOf: (at: number) => Change): Promise<void> {
      const copied = new Map<string, { readonly from: string; readonly to: string }>();
      await inLanes(paths, LANES, async (path) => {
        copies += 1;
        const from = join(folder, 'incoming', `${copies}.part`);
        copied.set(path, { from, to: join(folder, `${copies}.bin`) });
        await writeFlushed(from, await readFile(path));
      });
      for (const group of chunksOf([...paths.keys()], GROUP)) {
        const changes = group.map(changeOf);
        copies += 1;
        const [from, to] = [join(folder, 'incoming', `${copies}.json`), join(folder, `${copies}.json`)];
        await writeFlushed(from, Buffer.from(JSON.stringify(changes)));
        await rename(from, to);
        for (const at of group) {
          const copy = copied.get(paths[at] ?? '');
          if (copy) await rename(copy.from, copy.to);
        }
        await syncFolder(folder);
        commit(changes);
      }
    },
    close: (): void => database.close(),
  };
}
