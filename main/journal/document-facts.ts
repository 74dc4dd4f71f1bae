import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { signatureFigures } from '../../preload/contract/copy-verdict.ts';
import { type DocumentSignee, documentEntry } from '../../preload/contract/document.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Events } from './events.ts';
import { columnsOf, flag, jsonText, statementsOf } from './statements.ts';
import { lazyTransaction, transaction } from './transaction.ts';

const people = jsonText.pipe(documentEntry.shape.signees.unwrap()).nullable().catch(null);
const signatures = jsonText.pipe(signatureFigures).nullable().catch(null);
const saveProblem = jsonText.pipe(documentEntry.shape.saveProblem.unwrap()).nullable().catch(null);

/** A row of the table, without its connection. */
export const documentFact = z.object({
  id: z.string(),
  status: z.string(),
  since: z.number(),
  notBefore: z.number().nullable(),
  created: z.number().nullable(),
  started: z.number().nullable(),
  completed: z.number().nullable(),
  signees: people,
  /** The kind of signature and the law, as the details told them. Null: they were not read, or told nothing. */
  mode: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  goneAt: z.number().nullable(),
  saveProblem,
  account: z.string().nullable(),
  /** A signed copy was saved. */
  copied: flag,
  /** The findings of the check of the newest copy. Null: it was not checked. */
  signatures,
});
export type DocumentFact = z.infer<typeof documentFact>;

export const factColumns = `${columnsOf(documentFact.omit({ signees: true }))}, people AS signees`;

const numbered = documentFact.extend({ number: z.number() });
const present = documentFact.pick({ id: true, account: true });
const known = documentFact.pick({ id: true, account: true, status: true, since: true, goneAt: true });

export interface Details {
  readonly created: number | null;
  readonly started: number | null;
  readonly completed: number | null;
  readonly signees: readonly DocumentSignee[];
  readonly mode?: string | null;
  readonly jurisdiction?: string | null;
}

function prepare(database: DatabaseSync) {
  const { ask, read, each, exists, change } = statementsOf(database);
  const one = 'connection_id = ? AND id = ?';
  const factsWhere = (where: string) =>
    ask(documentFact, `SELECT ${factColumns} FROM document_fact WHERE connection_id = ? AND ${where}`);
  const numberedWhere = (where: string) =>
    each(
      'number',
      numbered,
      `SELECT rowid AS number, ${factColumns} FROM document_fact WHERE connection_id = ? AND ${where}
         AND rowid > ? ORDER BY rowid LIMIT ?`,
    );
  return {
    all: factsWhere('true'),
    one: factsWhere('id = ?'),
    has: exists(`SELECT 1 FROM document_fact WHERE ${one}`),
    known: read(known, `FROM document_fact WHERE ${one}`),
    vanished: factsWhere(`status = 'in-progress' AND gone_at > ?`),
    present: each(
      'id',
      present,
      `SELECT id, account FROM document_fact WHERE connection_id = ? AND gone_at IS NULL AND id > ?
       ORDER BY id LIMIT ?`,
    ),
    uncopied: numberedWhere(`status = 'signed' AND copied = 0`),
    damaged: numberedWhere(`copied = 1 AND save_problem IS NOT NULL AND status = 'signed' AND gone_at IS NULL`),
    withoutReceipt: numberedWhere(
      `copied = 1 AND save_problem IS NOT NULL AND status = 'signed' AND save_problem GLOB '{"key":"copy-receipt"*'`,
    ),
    unrescued: numberedWhere(
      `status IN ('rejected', 'withdrawn') AND gone_at IS NULL AND NOT EXISTS (SELECT 1 FROM rescued_file
         WHERE rescued_file.connection_id = document_fact.connection_id AND document_id = document_fact.id)`,
    ),
    running: factsWhere(`status = 'in-progress' AND gone_at IS NULL ORDER BY read_at`),
    runningInParts: numberedWhere(`status = 'in-progress' AND gone_at IS NULL`),
    neverRead: numberedWhere(`status = 'in-progress' AND gone_at IS NULL AND read_at IS NULL`),
    drafts: factsWhere(`status = 'draft' AND gone_at IS NULL`),
    unread: factsWhere('status = ? AND gone_at IS NULL AND read_status IS NOT status ORDER BY read_at'),
    put: database.prepare(`
      INSERT INTO document_fact (connection_id, id, status, since, not_before, account, copied)
      VALUES (:connectionId, :id, :status, :since, :notBefore, :account, EXISTS (
        SELECT 1 FROM saved_copy WHERE connection_id = :connectionId AND document_id = :id))
      ON CONFLICT (connection_id, id) DO UPDATE SET status = excluded.status, since = excluded.since,
        not_before = excluded.not_before, account = excluded.account, gone_at = NULL`),
    putBack: change(`UPDATE document_fact SET gone_at = NULL, account = ? WHERE ${one}`),
    putAccount: change(`UPDATE document_fact SET account = ? WHERE ${one}`),
    putDetails: change(
      `UPDATE document_fact SET created = ?, started = ?, completed = ?, people = ?, mode = ifnull(?, mode),
         jurisdiction = ifnull(?, jurisdiction), read_at = ?, read_status = status
       WHERE ${one}`,
    ),
    putReadAt: change(`UPDATE document_fact SET read_at = ? WHERE ${one}`),
    putGone: change(`UPDATE document_fact SET gone_at = ? WHERE ${one}`),
    forgetAll: change('DELETE FROM document_fact WHERE connection_id = ?'),
    putProblem: change(`UPDATE document_fact SET save_problem = ? WHERE ${one}`),
  };
}

/** Stores our knowledge of documents beyond the overview. It stays when the service has deleted a document. */
export function createDocumentFacts(database: DatabaseSync, events: Events) {
  const sql = prepare(database);

  return {
    of: (connectionId: string): ReadonlyMap<string, DocumentFact> =>
      new Map(sql.all.all(connectionId).map((fact) => [fact.id, fact])),
    /** Returns documents that the service has not deleted, as far as we know. */
    present: (connectionId: string) => sql.present(connectionId),
    /** Returns signed documents without a saved copy, also those that the service has deleted. */
    uncopied: (connectionId: string): Generator<DocumentFact> => sql.uncopied(connectionId),
    /** Returns signed documents at the service whose saved copy has a problem. */
    damaged: (connectionId: string): Generator<DocumentFact> => sql.damaged(connectionId),
    /** Returns signed documents whose saved copy has no receipt yet, also those that the service has deleted. */
    withoutReceipt: (connectionId: string): Generator<DocumentFact> => sql.withoutReceipt(connectionId),
    /** Returns rejected and withdrawn documents at the service whose files are not saved on this computer. */
    unrescued: (connectionId: string): Generator<DocumentFact> => sql.unrescued(connectionId),
    /**
     * Returns documents that people were still signing at the last check, and that the service deleted after `after`.
     */
    vanished: (connectionId: string, after: number): readonly DocumentFact[] => sql.vanished.all(connectionId, after),
    /** Returns documents that people still have to sign. Those whose details were read longest ago come first. */
    running: (connectionId: string): Generator<DocumentFact> => sql.running.each(connectionId),
    /** Returns the same in no order. Rows may change in between. */
    runningInParts: (connectionId: string): Generator<DocumentFact> => sql.runningInParts(connectionId),
    /** Returns documents that people still have to sign, and whose details nobody tried to read yet. */
    neverRead: (connectionId: string): Generator<DocumentFact> => sql.neverRead(connectionId),
    drafts: (connectionId: string): Generator<DocumentFact> => sql.drafts.each(connectionId),
    /** Returns documents whose details were not read since they got this status. Those never tried come first. */
    unread: (connectionId: string, status: string): Generator<DocumentFact> => sql.unread.each(connectionId, status),
    find: (connectionId: string, id: string): DocumentFact | null => sql.one.get(connectionId, id),
    has: (connectionId: string, id: string): boolean => sql.has(connectionId, id),
    /**
     * Stores the statuses that a check of this account shows, and returns the documents whose status is new. `before`
     * is the time of the previous check.
     */
    see(
      connectionId: string,
      documents: readonly { readonly id: string; readonly status: string }[],
      { at, before, account }: { readonly at: number; readonly before: number | null; readonly account: string | null },
    ): readonly string[] {
      const facts = new Map(
        documents.flatMap(({ id }) => sql.known.get(connectionId, id) ?? []).map((fact) => [fact.id, fact]),
      );
      const isNew = ({ id, status }: { readonly id: string; readonly status: string }) => {
        const fact = facts.get(id);
        return fact === undefined || fact.status !== status || fact.goneAt !== null;
      };
      const changed = documents.filter(isNew);
      // A service may fail to find for a moment what it has: such a document has its status as long as before.
      const isBack = ({ id, status }: { readonly id: string; readonly status: string }) =>
        facts.get(id)?.status === status;
      const moved = documents.filter((shown) => !isNew(shown) && facts.get(shown.id)?.account !== account);
      lazyTransaction(database, () => {
        for (const { id } of changed.filter(isBack)) sql.putBack(account, connectionId, id);
        for (const { id, status } of changed.filter((one) => !isBack(one))) {
          // Of a document we have never seen we do not know how long it has had its status. The time of the last check
          // is forgotten when another account signs in, not what a check of this one showed.
          const fact = facts.get(id);
          const notBefore = fact === undefined ? null : (before ?? fact.since);
          sql.put.run({ connectionId, id, status, since: at, notBefore, account });
        }
        for (const { id } of moved) sql.putAccount(account, connectionId, id);
      });
      return changed.map(({ id }) => id);
    },
    keepDetails(connectionId: string, id: string, details: Details, at: number): void {
      const { created, started, completed, signees, mode = null, jurisdiction = null } = details;
      const everybody = JSON.stringify(signees);
      lazyTransaction(database, () =>
        sql.putDetails(created, started, completed, everybody, mode, jurisdiction, at, connectionId, id),
      );
    },
    /** Notes that the details could not be read. Other documents come before the next try. */
    noteFailedRead(connectionId: string, id: string, at: number): void {
      lazyTransaction(database, () => sql.putReadAt(at, connectionId, id));
    },
    setGone(connectionId: string, id: string, at: number): void {
      transaction(database, () => {
        sql.putGone(at, connectionId, id);
        events.append({ at, subject: `document:${id}`, kind: 'document-gone', content: { connectionId } });
      });
    },
    /** Forgets a connection that is gone, with all its documents. */
    forgetAll(connectionId: string): void {
      lazyTransaction(database, () => sql.forgetAll(connectionId));
    },
    /**
     * Notes the reason that the copies of these documents are missing or damaged. The next check would find the same.
     */
    setSaveProblem(connectionId: string, ids: readonly string[], problem: Problem | null): void {
      const text = problem === null ? null : JSON.stringify(problem);
      lazyTransaction(database, () => {
        for (const id of ids) sql.putProblem(text, connectionId, id);
      });
    },
  };
}
