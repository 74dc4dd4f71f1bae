import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { documentCommandKind } from '../../preload/contract/document.ts';
import { problem } from '../../preload/contract/problem.ts';
import type { Events } from './events.ts';
import { jsonText, statementsOf } from './statements.ts';
import { lazyTransaction, type Stored, stored, transaction } from './transaction.ts';

const stage = z.discriminatedUnion('kind', [
  /** The call is made after `nextTryAt`. Null: after the connection works again. */
  z.object({ kind: z.literal('ready'), nextTryAt: z.number().nullable() }).readonly(),
  /** The call is running. If the app finds this stage at its start, the outcome is unclear. */
  z.object({ kind: z.literal('calling') }).readonly(),
  /** The call may have had an effect: we look at the document. `refusal`: the service refused it. */
  z
    .object({
      kind: z.literal('unclear'),
      nextTryAt: z.number().nullable(),
      refusal: problem.nullable(),
      /** Since when the service has not found the document. */
      missedAt: z.number().exactOptional(),
    })
    .readonly(),
  /** An order with no effect. A person decides what follows. */
  z.object({ kind: z.literal('failed') }).readonly(),
  /** An order with an effect at this time. It stays for a day: until then a list may be behind. */
  z
    .object({
      kind: z.literal('done'),
      at: z.number(),
      /** A check did not show the effect, and the document itself did: it corrects the lists of this day. */
      isProven: z.literal(true).exactOptional(),
    })
    .readonly(),
]);

const documentCommand = z
  .object({
    connectionId: z.string(),
    documentId: z.string(),
    kind: documentCommandKind,
    /** The service user whose document it is. */
    account: z.string().nullable(),
    askedAt: z.number(),
    stage,
    /** Failed tries of the current stage. */
    attempts: z.number(),
    /** The reason that it waits or failed. */
    problem: problem.nullable(),
  })
  .readonly();
/** A person's order for a document that no submission here speaks for: withdraw or delete it. */
export type DocumentCommand = z.infer<typeof documentCommand>;

const row = z.object({ content: jsonText.pipe(documentCommand) }).transform(({ content }) => content);

/** The kind of event that a stage becomes in the history. Waiting again is no news. */
const eventOf = { calling: 'began', unclear: 'unclear', failed: 'failed', done: 'done' } as const;

export function createDocumentCommands(database: DatabaseSync, events: Events) {
  const { ask, put, change } = statementsOf(database);
  const every = 'SELECT content FROM document_command';
  const all = ask(row, `${every} ORDER BY rowid`);
  const isOpen = "CASE WHEN json_valid(content) THEN content ->> '$.stage.kind' IS NOT 'done' END";
  const open = ask(row, `${every} WHERE connection_id = ? AND ${isOpen}`);
  const one = ask(row, `${every} WHERE connection_id = ? AND id = ?`);
  const putContent = put('document_command', ['connection_id', 'id'], ['content']);
  const remove = change('DELETE FROM document_command WHERE connection_id = ? AND id = ?');
  const store = (command: DocumentCommand) =>
    putContent(command.connectionId, command.documentId, JSON.stringify(command));

  function note(at: number, { connectionId, documentId, kind, problem: why }: DocumentCommand, what: string): void {
    const content = { connectionId, command: kind, ...(why === null ? {} : { problem: why }) };
    events.append({ at, subject: `document:${documentId}`, kind: `document-command-${what}`, content });
  }

  return {
    /** Leaves out what this version cannot read. */
    all: (): readonly DocumentCommand[] => all.readable(),
    /** Those that were not carried out. The others stay for a day, and thousands may. */
    open: (connectionId: string): readonly DocumentCommand[] => open.readable(connectionId),
    find: (connectionId: string, id: string): DocumentCommand | null => one.find(connectionId, id),
    /** Stores new commands in one transaction, or none. */
    ask(commands: readonly DocumentCommand[]): void {
      transaction(database, () => {
        for (const command of commands) {
          store(command);
          note(command.askedAt, command, 'asked');
        }
      });
    },
    /** Stores the next stage of these commands. `isNews`: their history gets it, too. */
    save: (changes: readonly { readonly command: DocumentCommand; readonly isNews: boolean }[], at: number): Stored =>
      stored(database, () => {
        for (const { command, isNews } of changes) {
          store(command);
          if (isNews && command.stage.kind !== 'ready') note(at, command, eventOf[command.stage.kind]);
        }
      }),
    /** Removes orders whose effects no list can hide any more. The next check removes what a power cut brings back. */
    drop: (commands: readonly DocumentCommand[]): void =>
      lazyTransaction(database, () => {
        for (const { connectionId, documentId } of commands) remove(connectionId, documentId);
      }),
    /**
     * Removes an order that a person let go. The event shows that an older journal, which still has the order, is old.
     */
    letGo(command: DocumentCommand, at: number): void {
      transaction(database, () => {
        remove(command.connectionId, command.documentId);
        note(at, command, 'dropped');
      });
    },
  };
}
