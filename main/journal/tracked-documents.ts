import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { documentFact, factColumns } from './document-facts.ts';
import { flag, jsonText, statementsOf } from './statements.ts';

const listed = z.object({ name: z.string(), signStatus: z.string().nullable().catch(null) });
const row = documentFact
  .extend({
    number: z.number(),
    connectionId: z.string(),
    /** The document as the last list showed it. */
    entry: jsonText.pipe(listed).nullable().catch(null),
    savedAt: z.number().nullable(),
    /** The file of an unsigned document was saved. */
    rescued: flag,
    submissionId: z.string().nullable(),
  })
  .transform(({ entry, ...rest }) => ({ ...rest, name: entry?.name ?? null, signStatus: entry?.signStatus ?? null }));

/** A document with its name, when its signed copy was saved, and the submission that sent it from here. */
export type TrackedDocument = Omit<z.infer<typeof row>, 'number'>;

/** Rows per slice. One slice takes a few milliseconds. */
const SLICE = 100;

/** Reads all documents that this computer has tracked, also those that the service has deleted. */
export function createTrackedDocuments(database: DatabaseSync) {
  const { ask } = statementsOf(database);
  const every = `
    SELECT rowid AS number, connection_id AS connectionId, ${factColumns},
      (SELECT entry FROM document
        WHERE document.connection_id = document_fact.connection_id AND document.id = document_fact.id) AS entry,
      (SELECT max(at) FROM saved_copy
        WHERE saved_copy.connection_id = document_fact.connection_id AND document_id = document_fact.id) AS savedAt,
      EXISTS (SELECT 1 FROM rescued_file
        WHERE rescued_file.connection_id = document_fact.connection_id AND document_id = document_fact.id) AS rescued,
      (SELECT submission.id FROM submission
        WHERE submission.connection_id = document_fact.connection_id AND document_id = document_fact.id
        ORDER BY number LIMIT 1) AS submissionId
    FROM document_fact`;
  const slice = ask(row, `${every} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE}`);
  const one = ask(row, `${every} WHERE connection_id = ? AND id = ?`);

  return {
    find: (connectionId: string, id: string): TrackedDocument | null => one.get(connectionId, id),
    /** Reads in slices and pauses after each, so that other work goes in between. */
    async *all(): AsyncGenerator<TrackedDocument> {
      for (let after = 0; ; ) {
        const rows = slice.all(after);
        for (const { number, ...document } of rows) {
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
