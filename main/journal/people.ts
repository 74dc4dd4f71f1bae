import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Events } from './events.ts';
import { transaction } from './transaction.ts';
import { fold } from './words.ts';

const row = z
  .object({ email: z.string(), name: z.string(), used: z.number(), last_used: z.number() })
  .transform(({ last_used, ...rest }) => ({ ...rest, lastUsed: last_used }));
export type RememberedPerson = z.infer<typeof row>;

/** Whoever asks to be forgotten must not stay in a history that is never changed: it knows people by a hash. */
const subjectOf = (email: string) => `person:${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;

/** People a document was sent to, for suggestions. */
export function createPeople(database: DatabaseSync, events: Events) {
  const put = database.prepare(`
    INSERT INTO person (email, name, words, used, last_used) VALUES (?, ?, ?, 1, ?)
    ON CONFLICT (email) DO UPDATE SET name = iif(excluded.name = '', name, excluded.name),
      words = iif(excluded.name = '', words, excluded.words), used = used + 1, last_used = excluded.last_used`);
  const recent = database.prepare(`
    SELECT email, name, used, last_used FROM person WHERE instr(words, ?) > 0 ORDER BY last_used DESC LIMIT ?`);
  const remove = database.prepare('DELETE FROM person WHERE email = ?');
  return {
    remember(people: readonly { readonly email: string; readonly name: string }[], at: number): void {
      transaction(database, () => {
        for (const { email, name } of people) {
          put.run(email, name, fold(`${name} ${email}`), at);
          events.append({ at, subject: subjectOf(email), kind: 'person-used', content: {} });
        }
      });
    },
    /** Those whose name or address holds the text, last used first. */
    suggest: (typed: string, limit: number): readonly RememberedPerson[] =>
      recent.all(fold(typed.trim()), limit).map((found) => row.parse(found)),
    forget(email: string, at: number): void {
      transaction(database, () => {
        if (remove.run(email).changes === 0) return;
        events.append({ at, subject: subjectOf(email), kind: 'person-forgotten', content: {} });
      });
    },
  };
}
