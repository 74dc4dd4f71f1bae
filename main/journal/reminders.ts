import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Language, languages } from '../../preload/contract/language.ts';
import type { Events } from './events.ts';
import { personSubject } from './people.ts';
import { statementsOf } from './statements.ts';
import { transaction } from './transaction.ts';

export interface NewReminder {
  readonly connectionId: string;
  readonly documentIds: readonly string[];
  /** The address of the person in lower case. The journal keeps its hash: people may ask to be forgotten. */
  readonly person: string;
  readonly language: Language;
  readonly at: number;
}

/** Stores reminders that were opened in the mail program. Nobody knows whether they were sent. */
export function createReminders(database: DatabaseSync, events: Events) {
  const { read, change } = statementsOf(database);
  const insert = change(
    'INSERT INTO reminder (connection_id, document_id, person, language, at) VALUES (?, ?, ?, ?, ?)',
  );
  const latest = read(
    z.object({ at: z.number() }),
    'FROM reminder WHERE connection_id = ? AND document_id = ? AND person = ? ORDER BY at DESC LIMIT 1',
  );
  const language = read(
    z.object({ language: z.enum(languages) }),
    'FROM reminder WHERE person = ? ORDER BY number DESC LIMIT 1',
  );
  return {
    add({ connectionId, documentIds, person: who, language: chosen, at }: NewReminder): void {
      const person = personSubject(who);
      transaction(database, () => {
        for (const id of documentIds) {
          insert(connectionId, id, person, chosen, at);
          events.append({ at, subject: `document:${id}`, kind: 'reminded', content: { connectionId, person } });
        }
      });
    },
    latest: (connectionId: string, documentId: string, person: string): number | null =>
      latest.get(connectionId, documentId, personSubject(person))?.at ?? null,
    languageOf: (person: string): Language | null => language.get(personSubject(person))?.language ?? null,
  };
}
