import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { limits } from '../../preload/contract/limits.ts';
import type { Events } from './events.ts';
import { columnsOf, flag, statementsOf } from './statements.ts';
import { lazyTransaction, transaction } from './transaction.ts';

const takenRow = z.object({
  submissionId: z.string(),
  folderId: z.string(),
  path: z.string(),
  at: z.number(),
  goal: z.string(),
  settledAt: z.number().nullable(),
  movedTo: z.string().nullable(),
});
/** The original of a submission. An original that is not settled is still in the folder. */
export type TakenFile = z.infer<typeof takenRow>;

const sentRow = z.object({ at: z.number(), bootedAt: z.number().nullable() });

const contentRow = z.object({ path: z.string(), look: z.string(), sha256: z.string(), isSafe: flag });
/** The content of a file by its size, time and inode, so that a file that stays is read once. `isSafe`: it may go unseen. */
export type KeptContent = z.infer<typeof contentRow>;

const movedRow = contentRow.pick({ path: true, look: true });
const here = takenRow.extend({ number: z.number() });

function prepare(database: DatabaseSync) {
  const { ask, read, each, exists, put, change } = statementsOf(database);
  const content = 'SELECT path, look, sha256, parsed AS isSafe FROM folder_content WHERE folder_id = ?';
  return {
    here: each(
      'number',
      here,
      `SELECT rowid AS number, ${columnsOf(takenRow)} FROM folder_taken
       WHERE folder_id = ? AND settled_at IS NULL AND rowid > ? ORDER BY rowid LIMIT ?`,
    ),
    recent: read(takenRow, 'FROM folder_taken WHERE folder_id = ? ORDER BY at DESC LIMIT ?'),
    sentSince: read(
      sentRow,
      `FROM folder_taken WHERE folder_id = ? AND at > ? AND goal = 'send' ORDER BY at DESC LIMIT ${limits.folderPerHour}`,
    ),
    moved: ask(
      movedRow,
      `SELECT moved_to AS path, look FROM folder_taken
       JOIN folder_content ON folder_content.folder_id = folder_taken.folder_id AND folder_content.path = moved_to
       WHERE folder_taken.folder_id = ? AND settled_at > ?`,
    ),
    one: read(takenRow, 'FROM folder_taken WHERE submission_id = ?'),
    wasTaken: exists(
      `SELECT 1 FROM folder_taken JOIN submission ON submission.id = submission_id
       WHERE folder_id = ? AND path = ? AND sha256 != ?`,
    ),
    // Where it lay when it was taken: it may have another name since.
    wasTakenAs: exists(
      `SELECT 1 FROM folder_taken JOIN submission ON submission.id = submission_id
       WHERE folder_id = ? AND lower(taken_as) = lower(?) AND sha256 != ?`,
    ),
    wasMovedTo: exists('SELECT 1 FROM folder_taken WHERE folder_id = ? AND moved_to = ?'),
    // Left to itself, SQLite reads all files that the folder has taken, in their order.
    takenHere: read(
      takenRow,
      `FROM folder_taken INDEXED BY folder_taken_path
       WHERE folder_id = ? AND path = ? AND settled_at IS NULL ORDER BY at DESC, rowid DESC`,
    ),
    rename: change('UPDATE folder_taken SET path = ? WHERE submission_id = ?'),
    settle: change('UPDATE folder_taken SET settled_at = ?, moved_to = ? WHERE submission_id = ?'),
    contentOf: ask(contentRow, `${content} AND path = ?`),
    contents: each('path', contentRow, `${content} AND path > ? ORDER BY path LIMIT ?`),
    put: put('folder_content', ['folder_id', 'path'], ['look', 'sha256', 'parsed']),
    drop: change('DELETE FROM folder_content WHERE folder_id = ? AND path = ?'),
    forget: change('DELETE FROM folder_content WHERE folder_id = ?'),
    drives: read(z.object({ path: z.string() }), 'FROM folder_drive WHERE folder_id = ?'),
    addDrive: change('INSERT INTO folder_drive (folder_id, path) VALUES (?, ?)'),
    forgetDrives: change('DELETE FROM folder_drive WHERE folder_id = ?'),
  };
}

interface Settled {
  readonly at: number;
  readonly movedTo: string | null;
  /** Its content, and the look that it had when it was moved. */
  readonly kept?: Omit<KeptContent, 'path'> | null;
}

/** Returns a path as programs and systems may spell it: SQLite ignores the case of English letters alone. */
function spellings(path: string): string[] {
  const cases = [path, path.toLowerCase(), path.toUpperCase()];
  return [...new Set(cases.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')]))];
}

/** Stores the files of watched folders, besides their submissions. */
export function createFolderFiles(database: DatabaseSync, events: Events) {
  const sql = prepare(database);

  return {
    /** Returns the originals that are still in the folder. */
    here: (folderId: string): Generator<TakenFile> => sql.here(folderId),
    recent: (folderId: string, limit: number): readonly TakenFile[] => sql.recent.all(folderId, limit),
    /** Returns when the folder sent submissions automatically after this time, and when the computer had been switched on. */
    sentAfter: (folderId: string, at: number): readonly z.infer<typeof sentRow>[] => sql.sentSince.all(folderId, at),
    /** Returns the originals that were moved after this time, each with the look that it had then. */
    movedAfter: (folderId: string, at: number): readonly z.infer<typeof movedRow>[] => sql.moved.all(folderId, at),
    of: (submissionId: string): TakenFile | null => sql.one.get(submissionId),
    /** Tells whether a file at this path was taken with another content than this one. */
    wasTaken: (folderId: string, path: string, sha256: string): boolean =>
      sql.wasTaken(folderId, path, sha256) || spellings(path).some((one) => sql.wasTakenAs(folderId, one, sha256)),
    wasMovedTo: (folderId: string, path: string): boolean => sql.wasMovedTo(folderId, path),
    /** Returns the originals at this path, newest first. */
    takenAt: (folderId: string, path: string): readonly TakenFile[] => sql.takenHere.all(folderId, path),
    contentAt: (folderId: string, path: string): KeptContent | null => sql.contentOf.get(folderId, path),
    folderOf: (submissionId: string): string | null => sql.one.get(submissionId)?.folderId ?? null,
    renamed: (submissionId: string, path: string): void => void sql.rename(path, submissionId),
    /** Notes that the original was moved, or is no longer in the folder. */
    settle(folderId: string, submissionId: string, { at, movedTo, kept = null }: Settled): void {
      transaction(database, () => {
        sql.settle(at, movedTo, submissionId);
        if (movedTo === null) return;
        if (kept !== null) sql.put(folderId, movedTo, kept.look, kept.sha256, kept.isSafe ? 1 : 0);
        const content = { submissionId, name: movedTo };
        events.append({ at, subject: `folder:${folderId}`, kind: 'folder-moved', content });
      });
    },
    /** Notes an event of the folder, or of a file that was not taken, for a person to read later. */
    note(folderId: string, kind: string, content: Readonly<Record<string, unknown>>, at: number): void {
      transaction(database, () => void events.append({ at, subject: `folder:${folderId}`, kind, content }));
    },
    contents: (folderId: string): Generator<KeptContent> => sql.contents(folderId),
    /** Keeps what was read, so that no later start reads it again. After a power cut it does. */
    keepContents(folderId: string, kept: readonly KeptContent[], gone: readonly string[]): void {
      if (kept.length === 0 && gone.length === 0) return;
      lazyTransaction(database, () => {
        for (const { path, look, sha256, isSafe } of kept) sql.put(folderId, path, look, sha256, isSafe ? 1 : 0);
        for (const path of gone) sql.drop(folderId, path);
      });
    },
    forgetContents(folderId: string): void {
      transaction(database, () => {
        sql.forget(folderId);
        sql.forgetDrives(folderId);
      });
    },
    /** Returns the sub-folders in which another drive is mounted when it is there. */
    drives: (folderId: string): readonly string[] => sql.drives.all(folderId).map(({ path }) => path),
    keepDrives(folderId: string, paths: readonly string[]): void {
      transaction(database, () => {
        sql.forgetDrives(folderId);
        for (const path of paths) sql.addDrive(folderId, path);
      });
    },
  };
}
