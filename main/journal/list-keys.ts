import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { listedDocument } from '../../preload/contract/document.ts';
import type { Submission } from '../submission/submission.ts';
import { jsonText } from './connections.ts';
import { inParts, inPartsById } from './parts.ts';
import { readSubmission } from './submissions.ts';

const submissionKey = z.object({
  number: z.number(),
  id: z.string(),
  state: z.enum(['started', 'draft', 'cancelled', 'withdrawn', 'deleted', 'given-up']),
  documentId: z.string().nullable(),
  finishedAt: z.number().nullable(),
  name: z.string(),
  words: z.string(),
  acceptedAt: z.number(),
  alias: z.string().catch(''),
  origin: z.string().nullable(),
  orphans: z.number().nullable(),
  /** Why a finished submission is not as the person wanted it. */
  reason: z.string().nullable(),
  redoOf: z.string().nullable(),
  profileId: z.string().nullable(),
  folderId: z.string().nullable(),
});
/** What the list sorts and searches by, of a submission that is done. */
export type StoredSubmissionKey = z.infer<typeof submissionKey>;

const documentKey = z
  .object({
    position: z.number().nullable(),
    id: z.string(),
    entry: jsonText.pipe(listedDocument),
    first_seen: z.number().nullable(),
    saved: z.number(),
  })
  .transform(({ entry, first_seen, saved, ...rest }) => ({
    ...rest,
    name: entry.name,
    status: entry.documentStatus,
    signStatus: entry.signStatus,
    canWithdraw: entry.canWithdraw,
    canDelete: entry.canDelete,
    firstSeen: first_seen,
    saved: saved === 1,
  }));
/** What the list sorts and searches by, of a document. `position` is its place in the overview. */
export type StoredDocumentKey = z.infer<typeof documentKey>;

const saved = `EXISTS (SELECT 1 FROM saved_copy c WHERE c.connection_id = s.connection_id AND c.document_id = s.id)`;
const seenColumns = `s.position, s.id, s.entry, d.first_seen, ${saved} AS saved
  FROM document_seen s LEFT JOIN document d ON d.connection_id = s.connection_id AND d.id = s.id`;

const numbered = z.object({ number: z.number() });
const address = z.object({ email: z.string() });
const identified = z.array(z.object({ id: z.string() }));

/** A part of a long answer. `next`: where the next part begins; null for the last one. */
export interface Part<T> {
  readonly rows: readonly T[];
  readonly next: number | null;
}

/** The keys of the list, in parts: reading all rows at once would hold everything else up. */
export function createListKeys(database: DatabaseSync) {
  const ended = database.prepare(`
    SELECT number, id, state, document_id AS documentId, finished_at AS finishedAt, file_name AS name, words,
      content ->> '$.acceptedAt' AS acceptedAt, content ->> '$.wish.alias' AS alias, content ->> '$.origin' AS origin,
      json_array_length(content, '$.orphans') AS orphans, content ->> '$.reason.kind' AS reason,
      content ->> '$.redoOf' AS redoOf, content ->> '$.profileId' AS profileId,
      content ->> '$.folder.id' AS folderId
    FROM submission WHERE connection_id = ? AND open = 0 AND number < ? ORDER BY number DESC LIMIT ?`);
  const open = database.prepare(
    'SELECT number, content FROM submission WHERE open = 1 AND connection_id = ? AND number > ? ORDER BY number LIMIT ?',
  );
  const seen = database.prepare('SELECT id FROM document_seen WHERE connection_id = ? AND id > ? ORDER BY id LIMIT ?');
  const seenOne = database.prepare(`SELECT ${seenColumns} WHERE s.connection_id = ? AND s.id = ?`);
  const goneWhere = (place: string) => `
    SELECT f.rowid AS number, NULL AS position, s.id, s.entry, s.first_seen, ${saved} AS saved
    FROM document_fact f JOIN document s ON s.connection_id = f.connection_id AND s.id = f.id
    WHERE f.connection_id = ? AND f.gone_at IS NOT NULL AND (f.status <> 'draft' OR f.gone_at > ?)
      AND NOT EXISTS (SELECT 1 FROM document_seen n WHERE n.connection_id = f.connection_id AND n.id = f.id)
      AND ${place}`;
  const gone = database.prepare(`${goneWhere('f.rowid > ?')} ORDER BY f.rowid LIMIT ?`);
  const goneOne = database.prepare(goneWhere('f.id = ?'));
  const readGone = (found: unknown) => ({
    number: numbered.parse(found).number,
    document: documentKey.safeParse(found).data ?? null,
  });
  const signees = database.prepare(
    "SELECT value ->> '$.email' AS email FROM submission, json_each(content, '$.wish.signees') WHERE submission.id = ?",
  );

  return {
    /** Submissions that are done, newest first. Leaves out what this version cannot read. */
    ended(connectionId: string, before: number, limit: number): Part<StoredSubmissionKey> {
      const found = ended.all(connectionId, before, limit);
      const next = numbered.safeParse(found.at(-1)).data?.number ?? null;
      return { rows: found.flatMap((one) => submissionKey.safeParse(one).data ?? []), next };
    },
    /** The addresses of a submission's signees. Read on demand: reading them for all rows would triple the time. */
    addressesOf: (id: string): readonly string[] =>
      signees.all(id).flatMap((one) => address.safeParse(one).data?.email ?? []),
    /** Submissions that are not done, oldest first. */
    open(connectionId: string, after: number, limit: number): Part<Submission> {
      const found = open.all(connectionId, after, limit);
      const next = numbered.safeParse(found.at(-1)).data?.number ?? null;
      return { rows: found.flatMap((one) => readSubmission(one) ?? []), next };
    },
    /** The documents of the last overview. */
    seen: (connectionId: string) =>
      inPartsById((after, limit) => identified.parse(seen.all(connectionId, after, limit))),
    /** Documents that the service has deleted. Drafts only if they were deleted after this moment. */
    *gone(connectionId: string, draftsAfter: number): Generator<StoredDocumentKey> {
      const read = (after: number, limit: number) => gone.all(connectionId, draftsAfter, after, limit).map(readGone);
      for (const { document } of inParts<ReturnType<typeof readGone>, number>({
        first: 0,
        keyOf: ({ number }) => number,
        read,
      }))
        if (document !== null) yield document;
    },
    document(connectionId: string, id: string, draftsAfter: number): StoredDocumentKey | null {
      const found = seenOne.get(connectionId, id) ?? goneOne.get(connectionId, draftsAfter, id);
      return documentKey.safeParse(found).data ?? null;
    },
  };
}
