import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Events } from './events.ts';
import { inParts } from './parts.ts';
import { transaction } from './transaction.ts';

const takenRow = z
  .object({
    submission_id: z.string(),
    folder_id: z.string(),
    path: z.string(),
    at: z.number(),
    goal: z.string(),
    settled_at: z.number().nullable(),
    moved_to: z.string().nullable(),
  })
  .transform(({ submission_id, folder_id, settled_at, moved_to, ...rest }) => ({
    ...rest,
    submissionId: submission_id,
    folderId: folder_id,
    settledAt: settled_at,
    movedTo: moved_to,
  }));
/** The original of a submission. Not settled: it lies in the folder still. */
export type TakenFile = z.infer<typeof takenRow>;

const contentRow = z
  .object({ path: z.string(), look: z.string(), sha256: z.string(), parsed: z.number() })
  .transform(({ parsed, ...rest }) => ({ ...rest, isSafe: parsed === 1 }));
/** The content of a file by its size, time and inode, so that a file that stays is read once. `isSafe`: it may go unseen. */
export type KeptContent = z.infer<typeof contentRow>;

const driveRows = z.array(z.object({ path: z.string() }));
const contentRows = z.array(contentRow);
const hereRows = z.array(z.object({ number: z.number() }).and(takenRow));
const sentRows = z.array(z.object({ at: z.number() }));
const count = z.object({ count: z.number() });
const sample = z.object({ folder_id: z.string() });

/** What the journal knows about the files of watched folders, beside their submissions. */
export function createFolderFiles(database: DatabaseSync, events: Events) {
  const here = database.prepare(
    `SELECT rowid AS number, * FROM folder_taken WHERE folder_id = ? AND settled_at IS NULL AND rowid > ?
     ORDER BY rowid LIMIT ?`,
  );
  const recent = database.prepare('SELECT * FROM folder_taken WHERE folder_id = ? ORDER BY at DESC LIMIT ?');
  const since = database.prepare(`SELECT at FROM folder_taken WHERE folder_id = ? AND at > ? AND goal = 'send'`);
  const one = database.prepare('SELECT * FROM folder_taken WHERE submission_id = ?');
  const takenBefore = database.prepare(
    `SELECT count(*) AS count FROM folder_taken JOIN submission ON submission.id = submission_id
     WHERE folder_id = ? AND path = ? AND sha256 != ?`,
  );
  // Left to itself, SQLite reads all files that the folder has taken, in their order.
  const takenHere = database.prepare(
    `SELECT * FROM folder_taken INDEXED BY folder_taken_path
     WHERE folder_id = ? AND path = ? AND settled_at IS NULL ORDER BY at DESC, rowid DESC`,
  );
  const contentOf = database.prepare(
    'SELECT path, look, sha256, parsed FROM folder_content WHERE folder_id = ? AND path = ?',
  );
  const owner = database.prepare('SELECT folder_id FROM folder_taken WHERE submission_id = ?');
  const rename = database.prepare('UPDATE folder_taken SET path = ? WHERE submission_id = ?');
  const settle = database.prepare('UPDATE folder_taken SET settled_at = ?, moved_to = ? WHERE submission_id = ?');
  const contents = database.prepare(
    'SELECT path, look, sha256, parsed FROM folder_content WHERE folder_id = ? AND path > ? ORDER BY path LIMIT ?',
  );
  const put = database.prepare(`
    INSERT INTO folder_content (folder_id, path, look, sha256, parsed) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (folder_id, path) DO UPDATE SET look = excluded.look, sha256 = excluded.sha256,
      parsed = excluded.parsed`);
  const drop = database.prepare('DELETE FROM folder_content WHERE folder_id = ? AND path = ?');
  const forget = database.prepare('DELETE FROM folder_content WHERE folder_id = ?');
  const drives = database.prepare('SELECT path FROM folder_drive WHERE folder_id = ?');
  const addDrive = database.prepare('INSERT INTO folder_drive (folder_id, path) VALUES (?, ?)');
  const forgetDrives = database.prepare('DELETE FROM folder_drive WHERE folder_id = ?');

  return {
    /** The originals that lie in the folder still. */
    here: (folderId: string): Generator<TakenFile> =>
      inParts({
        first: 0,
        read: (after, limit) => hereRows.parse(here.all(folderId, after, limit)),
        keyOf: ({ number }) => number,
      }),
    recent: (folderId: string, limit: number): readonly TakenFile[] =>
      recent.all(folderId, limit).map((found) => takenRow.parse(found)),
    /** When the folder has sent submissions automatically, after a moment. */
    sentAfter: (folderId: string, at: number): readonly number[] =>
      sentRows.parse(since.all(folderId, at)).map((sent) => sent.at),
    of(submissionId: string): TakenFile | null {
      const found = one.get(submissionId);
      return found ? takenRow.parse(found) : null;
    },
    /** A file at this path was taken, with another content than this one. */
    wasTaken: (folderId: string, path: string, sha256: string): boolean =>
      count.parse(takenBefore.get(folderId, path, sha256)).count > 0,
    /** The originals at this path, newest first. */
    takenAt: (folderId: string, path: string): readonly TakenFile[] =>
      takenHere.all(folderId, path).map((found) => takenRow.parse(found)),
    /** The content that was read at this path. */
    contentAt(folderId: string, path: string): KeptContent | null {
      const found = contentOf.get(folderId, path);
      return found ? contentRow.parse(found) : null;
    },
    folderOf(submissionId: string): string | null {
      const found = owner.get(submissionId);
      return found ? sample.parse(found).folder_id : null;
    },
    renamed(submissionId: string, path: string): void {
      rename.run(path, submissionId);
    },
    /** The original was moved, or is no longer in the folder. */
    settle(folderId: string, submissionId: string, { at, movedTo }: { at: number; movedTo: string | null }): void {
      transaction(database, () => {
        settle.run(at, movedTo, submissionId);
        if (movedTo === null) return;
        const content = { submissionId, name: movedTo };
        events.append({ at, subject: `folder:${folderId}`, kind: 'folder-moved', content });
      });
    },
    /** Something a person may want to read later about the folder as a whole, or about a file that was not taken. */
    note(folderId: string, kind: string, content: Readonly<Record<string, unknown>>, at: number): void {
      transaction(database, () => void events.append({ at, subject: `folder:${folderId}`, kind, content }));
    },
    contents: (folderId: string): Generator<KeptContent> =>
      inParts({
        first: '',
        read: (after, limit) => contentRows.parse(contents.all(folderId, after, limit)),
        keyOf: ({ path }) => path,
      }),
    keepContents(folderId: string, kept: readonly KeptContent[], gone: readonly string[]): void {
      if (kept.length === 0 && gone.length === 0) return;
      transaction(database, () => {
        for (const { path, look, sha256, isSafe } of kept) put.run(folderId, path, look, sha256, isSafe ? 1 : 0);
        for (const path of gone) drop.run(folderId, path);
      });
    },
    forgetContents(folderId: string): void {
      transaction(database, () => {
        forget.run(folderId);
        forgetDrives.run(folderId);
      });
    },
    /** The sub-folders in which another drive is mounted when it is there. */
    drives: (folderId: string): readonly string[] => driveRows.parse(drives.all(folderId)).map(({ path }) => path),
    keepDrives(folderId: string, paths: readonly string[]): void {
      transaction(database, () => {
        forgetDrives.run(folderId);
        for (const path of paths) addDrive.run(folderId, path);
      });
    },
  };
}
