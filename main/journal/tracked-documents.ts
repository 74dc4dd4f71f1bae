import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { type DocumentFact, documentFact } from './document-facts.ts';

const listed = z.object({ name: z.string(), signStatus: z.string().nullable().catch(null) });
const readListed = (entry: string | null) => listed.safeParse(parseJson(entry ?? '')).data;
const row = z
  .object({
    rowid: z.number(),
    connection_id: z.string(),
    entry: z.string().nullable(),
    saved_at: z.number().nullable(),
    submission: z.string().nullable(),
  })
  .transform(({ connection_id, saved_at, entry, submission, rowid }) => ({
    number: rowid,
    connectionId: connection_id,
    name: readListed(entry)?.name ?? null,
    /** As the last list showed it. */
    signStatus: readListed(entry)?.signStatus ?? null,
    savedAt: saved_at,
    submissionId: submission,
  }));

/** A document with its name, when its signed copy was saved, and the submission that sent it from here. */
export type TrackedDocument = DocumentFact & Omit<z.infer<typeof row>, 'number'>;

/** Rows per slice. One slice takes a few milliseconds. */
const SLICE = 100;

/** All documents that this computer has tracked, also those that the service has deleted. */
export function createTrackedDocuments(database: DatabaseSync) {
  const columns = `
    document_fact.rowid, document_fact.*,
    (SELECT entry FROM document
      WHERE document.connection_id = document_fact.connection_id AND document.id = document_fact.id) AS entry,
    (SELECT max(at) FROM saved_copy
      WHERE saved_copy.connection_id = document_fact.connection_id AND document_id = document_fact.id) AS saved_at,
    (SELECT submission.id FROM submission
      WHERE submission.connection_id = document_fact.connection_id AND document_id = document_fact.id
      ORDER BY number LIMIT 1) AS submission`;
  const slice = database.prepare(`SELECT ${columns} FROM document_fact WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE}`);
  const one = database.prepare(`SELECT ${columns} FROM document_fact WHERE connection_id = ? AND id = ?`);

  function read(found: unknown): readonly [number, TrackedDocument] {
    const { number, ...rest } = row.parse(found);
    return [number, { ...documentFact.parse(found), ...rest }];
  }

  return {
    find(connectionId: string, id: string): TrackedDocument | null {
      const found = one.get(connectionId, id);
      return found ? read(found)[1] : null;
    },
    /** Reads in slices and pauses after each, so that other work goes in between. */
    async *all(): AsyncGenerator<TrackedDocument> {
      for (let after = 0; ; ) {
        const rows = slice.all(after).map(read);
        for (const [number, document] of rows) {
          after = number;
          yield document;
        }
        if (rows.length < SLICE) return;
        // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
        await setImmediate();
      }
    },
  };
}
