import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Connection, connection, connectionFields } from '../../preload/contract/connection.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { transaction } from './transaction.ts';

/** Parses the JSON of a text column. Pipe it into the schema of the content. */
export const jsonText = z.string().transform((text, context): unknown => {
  const json = parseJson(text);
  if (json === undefined) context.addIssue({ code: 'custom', message: 'not JSON' });
  return json;
});

const row = z
  .object({
    id: z.string(),
    fields: jsonText.pipe(connectionFields),
    colour: z.number(),
    signed_in: connection.shape.signedIn,
    has_secret: z.number(),
    username: z.string().nullable(),
    person: z.string().nullable(),
    saved_copies: z.string(),
  })
  .transform(
    ({ signed_in, saved_copies, has_secret, ...rest }): Connection => ({
      ...rest,
      signedIn: signed_in,
      savedCopies: saved_copies,
      hasSecret: has_secret !== 0,
    }),
  );

/** The address of the service. Null in a row that is damaged. */
export const baseOf = (table: string): string =>
  `CASE WHEN json_valid(${table}.fields) THEN json_extract(${table}.fields, '$.base') END`;

const idRows = z.array(z.object({ id: z.string() }));

/** The connections, without their secrets. */
export function createConnections(database: DatabaseSync) {
  const all = database.prepare('SELECT * FROM connection ORDER BY created, id');
  const put = database.prepare(`
    INSERT INTO connection (id, fields, colour, signed_in, has_secret, username, person, saved_copies, created)
    VALUES (:id, :fields, :colour, :signedIn, :hasSecret, :username, :person, :savedCopies, :now)
    ON CONFLICT (id) DO UPDATE SET fields = excluded.fields, colour = excluded.colour, signed_in = excluded.signed_in,
      has_secret = excluded.has_secret,
      username = excluded.username, person = excluded.person, saved_copies = excluded.saved_copies`);

  /** After signing out nobody is signed in. The list stays: the same service user may come back. */
  const isOfAnother = `connection_id IN
    (SELECT id FROM connection WHERE id = ? AND username IS NOT NULL AND username IS NOT listed_for)`;
  const leaveList = database.prepare(`DELETE FROM document_seen WHERE ${isOfAnother}`);
  /** How far the list of somebody else was read says nothing. */
  const leaveEnd = database.prepare(
    `DELETE FROM deadline WHERE name IN ('read-whole', 'list-longer', 'newest-before') AND ${isOfAnother}`,
  );
  const noteList = database.prepare(
    'UPDATE connection SET listed_for = username WHERE id = ? AND username IS NOT NULL AND username IS NOT listed_for',
  );
  const signedIn = database.prepare('SELECT 1 FROM connection WHERE id = ? AND listed_for IS NOT NULL');
  const same = database.prepare(`
    SELECT other.id FROM connection AS other JOIN connection AS one ON one.id = ?
    WHERE other.id <> one.id AND other.username = one.username
      AND ${baseOf('other')} = ${baseOf('one')}`);

  // No service user has an empty name. Null would be anybody.
  const leave = [
    'DELETE FROM document_seen WHERE connection_id = ?',
    'DELETE FROM deadline WHERE connection_id = ?',
    'DELETE FROM reading WHERE connection_id = ?',
    'DELETE FROM reading_document WHERE connection_id = ?',
    `UPDATE document_fact SET account = '' WHERE connection_id = ?`,
    `UPDATE folder SET content = json_set(content, '$.account', NULL) WHERE connection_id = ? AND json_valid(content)`,
  ].map((query) => database.prepare(query));

  const read = () => all.all().map((found) => row.safeParse(found));
  return {
    list: (): readonly Connection[] => read().flatMap(({ data }) => data ?? []),
    /** How many this version cannot read. They stay in the journal and are not listed. */
    unreadable: (): number => read().filter(({ success }) => !success).length,
    /** This connection, and others that the same service user is signed in at. */
    ofSameAccount: (connectionId: string): readonly string[] => [
      connectionId,
      ...idRows.parse(same.all(connectionId)).map(({ id }) => id),
    ],
    /** Somebody was signed in here before, perhaps long ago. */
    wasSignedIn: (connectionId: string): boolean => signedIn.get(connectionId) !== undefined,
    /**
     * Another service comes next, and a service user of the same name may sign in there. The list goes, what is known of
     * documents belongs to nobody until a check shows them again, and folders send for nobody until a person confirms.
     */
    leaveService(connectionId: string): void {
      transaction(database, () => {
        for (const query of leave) query.run(connectionId);
      });
    },
    /** Documents that were listed for another service user go in the same moment. */
    save(entry: Connection, now: number): void {
      transaction(database, () => {
        put.run({ ...entry, fields: JSON.stringify(entry.fields), hasSecret: entry.hasSecret ? 1 : 0, now });
        leaveList.run(entry.id);
        leaveEnd.run(entry.id);
        noteList.run(entry.id);
      });
    },
  };
}
