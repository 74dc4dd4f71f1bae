import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Connection, connection, connectionFields } from '../../preload/contract/connection.ts';
import { READING_DEADLINES } from './deadlines.ts';
import { flag, jsonText, statementsOf } from './statements.ts';
import { transaction } from './transaction.ts';

const row = z.object({
  id: z.string(),
  fields: jsonText.pipe(connectionFields),
  colour: z.number(),
  signedIn: connection.shape.signedIn,
  hasSecret: flag,
  username: z.string().nullable(),
  person: z.string().nullable(),
  savedCopies: z.string(),
}) satisfies z.ZodType<Connection>;

/** Returns the SQL for the address of the service, which is null in a damaged row. */
export const baseOf = (table: string): string =>
  `CASE WHEN json_valid(${table}.fields) THEN json_extract(${table}.fields, '$.base') END`;

/** Stores the connections, without their secrets. */
export function createConnections(database: DatabaseSync) {
  const { ask, read, put, change } = statementsOf(database);
  const all = read(row, 'FROM connection ORDER BY created, id');
  const save = put(
    'connection',
    ['id'],
    ['fields', 'colour', 'signed_in', 'has_secret', 'username', 'person', 'saved_copies'],
    ['created'],
  );

  /** The condition that another user was signed in. After signing out the list stays: the same user may come back. */
  const isOfAnother = `connection_id IN
    (SELECT id FROM connection WHERE id = ? AND username IS NOT NULL AND username IS NOT listed_for)`;
  const leaveList = change(`DELETE FROM document_seen WHERE ${isOfAnother}`);
  /** Statement that forgets how far the list of another account was read, and that it was checked. */
  const leaveEnd = change(
    `DELETE FROM deadline WHERE (name = 'checked' OR name IN ${READING_DEADLINES}) AND ${isOfAnother}`,
  );
  const noteList = change(
    'UPDATE connection SET listed_for = username WHERE id = ? AND username IS NOT NULL AND username IS NOT listed_for',
  );
  const listedFor = ask(
    z.object({ account: z.string().nullable() }),
    'SELECT listed_for AS account FROM connection WHERE id = ?',
  );
  const same = ask(
    z.object({ id: z.string() }),
    `SELECT other.id FROM connection AS other JOIN connection AS one ON one.id = ?
     WHERE other.id <> one.id AND other.username = one.username AND ${baseOf('other')} = ${baseOf('one')}`,
  );

  // No service user has an empty name. Null would be anybody.
  const leave = [
    'DELETE FROM document_seen WHERE connection_id = ?',
    'DELETE FROM deadline WHERE connection_id = ?',
    'DELETE FROM reading WHERE connection_id = ?',
    'DELETE FROM reading_document WHERE connection_id = ?',
    `UPDATE document_fact SET account = '' WHERE connection_id = ?`,
    `UPDATE folder SET content = json_set(content, '$.account', NULL) WHERE connection_id = ? AND json_valid(content)`,
  ].map(change);

  return {
    list: (): readonly Connection[] => all.readable(),
    /** Counts the connections that this version cannot read. They stay in the journal and are not listed. */
    unreadable: (): number => all.unreadable(),
    /** Returns this connection, and others that the same service user is signed in at. */
    ofSameAccount: (connectionId: string): readonly string[] => [
      connectionId,
      ...same.all(connectionId).map(({ id }) => id),
    ],
    /** Returns the service user whose documents are listed, also after signing out. Null: nobody was ever signed in. */
    listedFor: (connectionId: string): string | null => listedFor.find(connectionId)?.account ?? null,
    wasSignedIn: (connectionId: string): boolean => (listedFor.find(connectionId)?.account ?? null) !== null,
    /**
     * Prepares the connection for another service, where a service user of the same name may sign in. The list goes,
     * what is known of documents belongs to nobody until a check shows them again, and folders send for nobody until a
     * person confirms.
     */
    leaveService(connectionId: string): void {
      transaction(database, () => {
        for (const forget of leave) forget(connectionId);
      });
    },
    /**
     * Saves the connection, and in the same transaction forgets documents that were listed for another service user.
     */
    save({ id, fields, colour, signedIn, hasSecret, username, person, savedCopies }: Connection, now: number): void {
      transaction(database, () => {
        const secret = hasSecret ? 1 : 0;
        save(id, JSON.stringify(fields), colour, signedIn, secret, username, person, savedCopies, now);
        leaveList(id);
        leaveEnd(id);
        noteList(id);
      });
    },
  };
}
