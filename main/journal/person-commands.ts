import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { personChange, personOrderKind } from '../../preload/contract/person-order.ts';
import { problem } from '../../preload/contract/problem.ts';
import type { Events } from './events.ts';
import { personSubject } from './people.ts';
import { jsonText, statementsOf } from './statements.ts';
import { type Stored, stored, transaction } from './transaction.ts';

const stage = z.discriminatedUnion('kind', [
  /** The document is looked at after `nextTryAt`, and then the call is made. Null: after the connection works again. */
  z.object({ kind: z.literal('ready'), nextTryAt: z.number().nullable() }).readonly(),
  /** The call is running. If the app finds this stage at its start, the outcome is unclear. */
  z.object({ kind: z.literal('calling') }).readonly(),
  /**
   * The stage in which the details show whether it happened. `answer`: what the service said. `yes`: it did it.
   * `missing`: there is no such call, document or person. A problem: it refused. Null: no clear answer.
   */
  z
    .object({
      kind: z.literal('unclear'),
      nextTryAt: z.number().nullable(),
      answer: z.union([z.literal('yes'), z.literal('missing'), problem]).nullable(),
    })
    .readonly(),
  z.object({ kind: z.literal('failed') }).readonly(),
  z.object({ kind: z.literal('done'), at: z.number() }).readonly(),
  /** An order with a possible effect at this time. Nobody can look it up, so it is not repeated. */
  z.object({ kind: z.literal('perhaps'), at: z.number() }).readonly(),
]);

const personCommand = z
  .object({
    connectionId: z.string(),
    documentId: z.string(),
    kind: personOrderKind,
    email: z.string(),
    change: personChange,
    /** The service's id of the person, as the last look showed it. */
    personId: z.string().nullable(),
    /** The service user whose document it is. */
    account: z.string().nullable(),
    askedAt: z.number(),
    stage,
    /** Failed tries of the current stage. */
    attempts: z.number(),
    problem: problem.nullable(),
  })
  .readonly();
/** The order of a person for one person of a document. Each address has one of a kind: a second one replaces it. */
export type PersonCommand = z.infer<typeof personCommand>;

const row = z.object({ content: jsonText.pipe(personCommand) }).transform(({ content }) => content);

/** The kind of event that a stage becomes in the history. Waiting is no news. */
const eventOf = { calling: 'began', unclear: 'unclear', failed: 'failed', done: 'done', perhaps: 'perhaps' } as const;

/** Returns one spelling of an address that may be written in several ways. */
export const personKey = (email: string): string => email.trim().toLowerCase();

export function createPersonCommands(database: DatabaseSync, events: Events) {
  const { ask, put, change } = statementsOf(database);
  const every = 'SELECT content FROM person_command';
  const all = ask(row, every);
  const ofDocument = ask(row, `${every} WHERE connection_id = ? AND document_id = ? ORDER BY person, kind`);
  const one = ask(row, `${every} WHERE connection_id = ? AND document_id = ? AND person = ? AND kind = ?`);
  const putContent = put('person_command', ['connection_id', 'document_id', 'person', 'kind'], ['content']);
  const remove = change(
    'DELETE FROM person_command WHERE connection_id = ? AND document_id = ? AND person = ? AND kind = ?',
  );
  const placeOf = ({ connectionId, documentId, email, kind }: PersonCommand) =>
    [connectionId, documentId, personKey(email), kind] as const;
  const store = (command: PersonCommand) => putContent(...placeOf(command), JSON.stringify(command));

  function note(at: number, command: PersonCommand, what: string): void {
    const { connectionId, documentId, kind, email, problem: why } = command;
    const person = personSubject(personKey(email));
    const content = { connectionId, command: kind, person, ...(why === null ? {} : { problem: why }) };
    events.append({ at, subject: `document:${documentId}`, kind: `person-command-${what}`, content });
  }

  return {
    /** Leaves out what this version cannot read. */
    all: (): readonly PersonCommand[] => all.readable(),
    of: (connectionId: string, id: string): readonly PersonCommand[] => ofDocument.readable(connectionId, id),
    find: (connectionId: string, id: string, person: string, kind: string): PersonCommand | null =>
      one.find(connectionId, id, person, kind),
    /** Stores a new command, in place of an earlier one. */
    ask(command: PersonCommand): void {
      transaction(database, () => {
        store(command);
        note(command.askedAt, command, 'asked');
      });
    },
    /** Stores the next stage of these commands. `isNews`: their history gets it, too. */
    save: (changes: readonly { readonly command: PersonCommand; readonly isNews: boolean }[], at: number): Stored =>
      stored(database, () => {
        for (const { command, isNews } of changes) {
          store(command);
          if (isNews && command.stage.kind !== 'ready') note(at, command, eventOf[command.stage.kind]);
        }
      }),
    /** Removes an order that ended long ago. Its history stays. */
    drop: (command: PersonCommand): void => void remove(...placeOf(command)),
    /** Removes an order that a person let go before anything was sent. */
    letGo(command: PersonCommand, at: number): void {
      transaction(database, () => {
        remove(...placeOf(command));
        note(at, command, 'dropped');
      });
    },
  };
}
