import type { DatabaseSync } from 'node:sqlite';
import { createConnections } from './connections.ts';
import { type OpenFailure, openDatabase } from './database.ts';
import { createDeadlines } from './deadlines.ts';
import { createDocumentsSeen } from './documents-seen.ts';
import { createSettings } from './settings.ts';

function assemble(database: DatabaseSync) {
  return {
    connections: createConnections(database),
    deadlines: createDeadlines(database),
    documentsSeen: createDocumentsSeen(database),
    settings: createSettings(database),
    close: () => database.close(),
  };
}

export type Journal = ReturnType<typeof assemble>;

/**
 * Opens the journal. One that cannot be used is left as it is, and the app goes on with an empty one in memory that is
 * never mistaken for it: `failure` says so in the window.
 */
export function openJournal(path: string): {
  readonly journal: Journal;
  readonly failure: { readonly reason: OpenFailure; readonly details: string } | null;
} {
  const opened = openDatabase(path);
  if (opened.ok) return { journal: assemble(opened.database), failure: null };
  const empty = openDatabase(':memory:');
  if (!empty.ok) throw new Error(`No database in memory: ${empty.details}`);
  return { journal: assemble(empty.database), failure: { reason: opened.reason, details: opened.details } };
}
