import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Language, languages } from '../../preload/contract/language.ts';
import type { Events } from './events.ts';
import { personSubject } from './people.ts';
import { transaction } from './transaction.ts';

export interface NewReminder {
  readonly connectionId: string;
  readonly documentIds: readonly string[];
  /** The address of the person in lower case. The journal keeps its hash: people may ask to be forgotten. */
  readonly person: string;
  readonly language: Language;
  readonly at: number;
}

const last = z.object({ at: z.number().nullable() });
const spoken = z.object({ language: z.enum(languages) }).optional();

/** Reminders that were opened in the mail program. Nobody knows whether they were sent. */
export function createReminders(database: DatabaseSync, events: Events) {
  const insert = database.prepare(
    'INSERT INTO reminder (connection_id, document_id, person, language, at) VALUES (?, ?, ?, ?, ?)',
  );
  const latest = database.prepare(
    'SELECT max(at) AS at FROM reminder WHERE connection_id = ? AND document_id = ? AND person = ?',
  );
  const language = database.prepare('SELECT language FROM reminder WHERE person = ? ORDER BY number DESC LIMIT 1');
  return {
    add({ connectionId, documentIds, person: who, language: chosen, at }: NewReminder): void {
      const person = personSubject(who);
      transaction(database, () => {
        for (const id of documentIds) {
          insert.run(connectionId, id, person, chosen, at);
          events.append({ at, subject: `document:${id}`, kind: 'reminded', content: { connectionId, person } });
        }
      });
    },
    /** When this person was last reminded of the document. */
    latest: (connectionId: string, documentId: string, person: string): number | null =>
      last.parse(latest.get(connectionId, documentId, personSubject(person))).at,
    /** The language of the last reminder to this person. */
    languageOf: (person: string): Language | null =>
      spoken.parse(language.get(personSubject(person)))?.language ?? null,
  };
}
