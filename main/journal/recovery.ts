import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { type Submission, submissionSchema } from '../submission/submission.ts';
import { LONGEST_WAIT_MS } from '../tracking/pace.ts';
import { stamp, syncFile, syncFolder } from './backup.ts';
import { openDatabase } from './database.ts';
import { READING_DEADLINES } from './deadlines.ts';
import { createEvents, type Events } from './events.ts';
import { type SalvagedRow, salvage } from './salvage.ts';
import { createSettings } from './settings.ts';
import { createSubmissions } from './submissions.ts';
import { transaction } from './transaction.ts';

export interface Recovered {
  /** The new path of the damaged journal. */
  readonly setAside: string;
  /** The number of copied table rows. */
  readonly rows: number;
  readonly lost: number;
}

/** Tables to copy unchanged, in an order that satisfies their references. The next check lists the documents again. */
const plainTables = [
  'connection',
  'setting',
  'deadline',
  'document',
  'document_fact',
  'document_command',
  'person_command',
  'archived_row',
  'saved_copy',
  'rescued_file',
  'signature_check',
  'reminder',
  'person',
  'profile',
  'folder',
  'folder_content',
  'folder_drive',
  'folder_taken',
] as const;

const column = z.object({ name: z.string() });
const sqlValue = z.union([z.string(), z.number(), z.bigint(), z.null(), z.instanceof(Uint8Array)]);
const eventRow = z.object({ at: z.number(), subject: z.string(), kind: z.string(), content: z.string() });
const submissionRow = z.object({ content: z.string() });

const parts = ['', '-wal', '-journal'] as const;

function removeAll(path: string): void {
  for (const part of parts) rmSync(`${path}${part}`, { force: true });
}

/** Replaces a damaged journal by a new one with all readable content. The damaged one is set aside, never deleted. */
export function recover(path: string, now: number): Recovered {
  const making = `${path}.recovering`;
  const reading = `${path}.reading`;
  removeAll(making);
  removeAll(reading);
  try {
    // Read a copy: opening the journal replays its log and would change the damaged original.
    for (const part of parts) if (existsSync(`${path}${part}`)) copyFileSync(`${path}${part}`, `${reading}${part}`);
    const opened = openDatabase(making, now);
    if (!opened.ok) throw new Error(`No new journal: ${opened.details}`);
    const counts = carryOver(reading, opened.database, now);
    opened.database.close();
    syncFile(making);
    renameSync(making, `${path}.recovered`);
    return { setAside: putInPlace(path), ...counts };
  } finally {
    removeAll(making);
    removeAll(reading);
  }
}

/** Finishes a replacement that a power cut interrupted. The new journal was complete by then. */
export function finishRecovery(path: string): void {
  if (existsSync(`${path}.recovered`)) putInPlace(path);
}

/** Sets the old journal and its log aside, then renames the new one. Repeating it after a power cut gives the same result. */
function putInPlace(path: string): string {
  const ready = `${path}.recovered`;
  const setAside = `${path}.damaged-${stamp(statSync(ready).mtimeMs)}`;
  for (const part of parts) if (existsSync(`${path}${part}`)) renameSync(`${path}${part}`, `${setAside}${part}`);
  renameSync(ready, path);
  syncFolder(dirname(path));
  return setAside;
}

function carryOver(from: string, target: DatabaseSync, now: number) {
  let rows = 0;
  let lost = 0;
  const count = (carried: boolean): void => {
    rows += carried ? 1 : 0;
    lost += carried ? 0 : 1;
  };
  const source = openSource(from);
  const events = createEvents(target);
  if (source) {
    transaction(target, () => {
      for (const table of plainTables) {
        const put = inserter(target, table);
        const before = lost;
        lost += salvage(source, table, (row) => count(put(row))).unreadable;
        if (table === 'deadline' && lost > before) deferChecks(target, now);
      }
      // The list itself is read anew, and to its end.
      target.exec(`DELETE FROM deadline WHERE name IN ${READING_DEADLINES}`);
      lost += salvage(source, 'journal_event', (row) => count(appendAgain(events, row))).unreadable;
    });
    const found: Submission[] = [];
    const parse = (row: SalvagedRow): boolean => {
      const submission = submissionOf(row);
      if (submission) found.push(submission);
      return submission !== null;
    };
    lost += salvage(source, 'submission', (row) => count(parse(row))).unreadable;
    const restored = createSubmissions(target, {
      events,
      settings: createSettings(target),
      witness: { note() {}, newest: () => null },
      lease: { take() {}, renew() {} },
    }).restore(found, now);
    if (!restored.ok) throw new Error(`No new journal: ${restored.details}`);
    source.close();
  } else lost += 1;
  transaction(target, () => {
    // If the app ends before it has searched the spool, the next start must not delete copies whose submissions were lost.
    createSettings(target).set('rebuild', true);
    events.append({ at: now, subject: 'journal', kind: 'recovered', content: { rows, lost } });
  });
  return { rows, lost };
}

/** Lets each connection wait as if the service had just been asked, because it may have been. */
function deferChecks(target: DatabaseSync, now: number): void {
  const defer = target.prepare(`
    INSERT INTO deadline (connection_id, name, at) SELECT id, ?, ? FROM connection WHERE true
    ON CONFLICT (connection_id, name) DO UPDATE SET at = max(at, excluded.at)`);
  defer.run('asked', now);
  defer.run('next-check', now + LONGEST_WAIT_MS);
}

function openSource(path: string): DatabaseSync | null {
  let source: DatabaseSync | undefined;
  try {
    source = new DatabaseSync(path, { timeout: 0 });
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    return source;
  } catch {
    if (source?.isOpen) source.close();
    return null;
  }
}

function inserter(target: DatabaseSync, table: string): (row: SalvagedRow) => boolean {
  const known = target
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map((found) => column.parse(found).name);
  return (row) => {
    const names = known.filter((name) => name in row);
    try {
      const values: SQLInputValue[] = names.map((name) => sqlValue.parse(row[name]));
      const marks = names.map(() => '?').join(', ');
      target.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`).run(...values);
      return true;
    } catch {
      // The table's rules refuse the row: the damage has changed it.
      return false;
    }
  };
}

/** Copies an event with its time and content into a new chain, as events of the old chain may be missing. */
function appendAgain(events: Events, row: SalvagedRow): boolean {
  const found = eventRow.safeParse(row);
  if (!found.success) return false;
  const { content, ...event } = found.data;
  const parsed = parseJson(content);
  if (parsed === undefined) return false;
  events.append({ ...event, content: parsed });
  return true;
}

function submissionOf(row: SalvagedRow): Submission | null {
  const found = submissionRow.safeParse(row);
  const parsed = submissionSchema.safeParse(found.success ? parseJson(found.data.content) : undefined);
  return parsed.success ? parsed.data : null;
}
