import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { listedDocument } from '../../preload/contract/document.ts';
import { flag, jsonText, statementsOf } from './statements.ts';
import { submissionRow } from './submissions.ts';

const submissionKey = z.object({
  number: z.number(),
  id: z.string(),
  state: z.enum(['started', 'draft', 'cancelled', 'withdrawn', 'deleted', 'given-up']),
  account: z.string().nullable(),
  documentId: z.string().nullable(),
  finishedAt: z.number().nullable(),
  name: z.string(),
  words: z.string(),
  acceptedAt: z.number(),
  alias: z.string().catch(''),
  origin: z.string().nullable(),
  orphans: z.number().nullable(),
  /** The number of people who were chosen here. */
  signees: z.number().nullable(),
  /** The reason that a finished submission is not as the person wanted it. */
  reason: z.string().nullable(),
  redoOf: z.string().nullable(),
  profileId: z.string().nullable(),
  folderId: z.string().nullable(),
});
/** The keys for sorting and searching a submission that is done. */
export type StoredSubmissionKey = z.infer<typeof submissionKey>;

const documentKey = z
  .object({
    position: z.number().nullable(),
    id: z.string(),
    entry: jsonText.pipe(listedDocument),
    firstSeen: z.number().nullable(),
    saved: flag,
  })
  .transform(({ entry, ...rest }) => ({
    ...rest,
    name: entry.name,
    status: entry.documentStatus,
    signStatus: entry.signStatus,
    canWithdraw: entry.canWithdraw,
    canDelete: entry.canDelete,
  }));
/** The keys for sorting and searching a document. `position` is its place in the overview. */
export type StoredDocumentKey = z.infer<typeof documentKey>;

const saved = `EXISTS (SELECT 1 FROM saved_copy c WHERE c.connection_id = s.connection_id AND c.document_id = s.id)`;
const seenColumns = `s.position, s.id, s.entry, d.first_seen AS firstSeen, ${saved} AS saved
  FROM document_seen s LEFT JOIN document d ON d.connection_id = s.connection_id AND d.id = s.id`;

/** A document that the service has deleted. Null: this version cannot read it. */
const goneRow = z
  .looseObject({ number: z.number() })
  .transform((found) => ({ number: found.number, document: documentKey.safeParse(found).data ?? null }));

/** Reads the keys of the list in parts. Reading all rows at once would block everything else. */
export function createListKeys(database: DatabaseSync) {
  const { ask, each, part } = statementsOf(database);
  const goneWhere = (place: string) => `
    SELECT f.rowid AS number, NULL AS position, s.id, s.entry, s.first_seen AS firstSeen, ${saved} AS saved
    FROM document_fact f JOIN document s ON s.connection_id = f.connection_id AND s.id = f.id
    WHERE f.connection_id = ? AND f.gone_at IS NOT NULL AND (f.status <> 'draft' OR f.gone_at > ?)
      AND NOT EXISTS (SELECT 1 FROM document_seen n WHERE n.connection_id = f.connection_id AND n.id = f.id)
      AND ${place}`;
  const gone = each('number', goneRow, `${goneWhere('f.rowid > ?')} ORDER BY f.rowid LIMIT ?`);
  const goneOne = ask(documentKey, goneWhere('f.id = ?'));
  const seenOne = ask(documentKey, `SELECT ${seenColumns} WHERE s.connection_id = ? AND s.id = ?`);
  const signees = ask(
    z.object({ email: z.string() }),
    "SELECT value ->> '$.email' AS email FROM submission, json_each(content, '$.wish.signees') WHERE submission.id = ?",
  );

  return {
    /** Submissions that are done, newest first: of a connection, below a number, so many. */
    ended: part(
      submissionKey,
      `SELECT number, id, state, document_id AS documentId, finished_at AS finishedAt, file_name AS name, words,
         content ->> '$.account' AS account, content ->> '$.acceptedAt' AS acceptedAt, content ->> '$.wish.alias' AS alias,
         content ->> '$.origin' AS origin, json_array_length(content, '$.orphans') AS orphans,
         json_array_length(content, '$.wish.signees') AS signees, content ->> '$.reason.kind' AS reason, content ->> '$.redoOf' AS redoOf,
         content ->> '$.profileId' AS profileId, content ->> '$.folder.id' AS folderId
       FROM submission WHERE connection_id = ? AND open = 0 AND number < ? ORDER BY number DESC LIMIT ?`,
    ),
    /** Returns the addresses of a submission's signees. Reading them for all rows would triple the time. */
    addressesOf: (id: string): readonly string[] => signees.readable(id).map(({ email }) => email),
    /** Submissions that are not done, oldest first: of a connection, above a number, so many. */
    open: part(
      submissionRow,
      `SELECT number, content FROM submission
       WHERE open = 1 AND connection_id = ? AND number > ? ORDER BY number LIMIT ?`,
    ),
    /** The documents of the last overview of a connection. */
    seen: each(
      'id',
      z.object({ id: z.string() }),
      'SELECT id FROM document_seen WHERE connection_id = ? AND id > ? ORDER BY id LIMIT ?',
    ),
    /** Yields documents that the service has deleted, and drafts only if they were deleted after this moment. */
    *gone(connectionId: string, draftsAfter: number): Generator<StoredDocumentKey> {
      for (const { document } of gone(connectionId, draftsAfter)) if (document !== null) yield document;
    },
    document: (connectionId: string, id: string, draftsAfter: number): StoredDocumentKey | null =>
      seenOne.find(connectionId, id) ?? goneOne.find(connectionId, draftsAfter, id),
  };
}
