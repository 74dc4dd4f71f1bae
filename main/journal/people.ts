import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Events } from './events.ts';
import { fold } from './search-words.ts';
import { statementsOf } from './statements.ts';
import { transaction } from './transaction.ts';

const row = z.object({ email: z.string(), name: z.string(), used: z.number(), lastUsed: z.number() });
export type RememberedPerson = z.infer<typeof row>;

interface Named {
  readonly email: string;
  readonly name: string;
}

/** Returns a hash for the history, which never changes. It must not name people, who may ask to be forgotten. */
export const personSubject = (email: string) =>
  `person:${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;

const wordsOf = ({ email, name }: Named) => fold(`${name} ${email}`.trim());
/** Splits the typed text into words. A person matches if name and address have every word, in any order. */
const typedWords = (text: string) => JSON.stringify(fold(text).split(/\s+/).filter(Boolean));
const fits = 'NOT EXISTS (SELECT 1 FROM json_each(?1) WHERE instr(words, value) = 0)';

/** Stores former signees and people that somebody added. The window suggests them. */
export function createPeople(database: DatabaseSync, events: Events) {
  const { ask, read, change } = statementsOf(database);
  const use = change(`
    INSERT INTO person (email, name, words, used, last_used) VALUES (?, ?, ?, 1, ?)
    ON CONFLICT (email) DO UPDATE SET name = iif(excluded.name = '', name, excluded.name),
      words = iif(excluded.name = '', words, excluded.words), used = used + 1, last_used = excluded.last_used`);
  const put = change(`
    INSERT INTO person (email, name, words, used, last_used) VALUES (?, ?, ?, 0, 0)
    ON CONFLICT (email) DO UPDATE SET name = excluded.name, words = excluded.words`);
  const { get: find } = read(row, 'FROM person WHERE email = ?');
  const recent = read(row, `FROM person WHERE ${fits} ORDER BY last_used DESC, number DESC LIMIT ?2`);
  const page = read(row, `FROM person WHERE (words, email) > (?2, ?3) AND ${fits} ORDER BY words, email LIMIT ?4`);
  const count = ask(z.object({ total: z.number() }), `SELECT count(*) AS total FROM person WHERE ${fits}`);
  const addUse = change('UPDATE person SET used = used + ?, last_used = max(last_used, ?) WHERE email = ?');
  const remove = change('DELETE FROM person WHERE email = ?');

  /** Returns the name that somebody gave this address here. Null: none. */
  const nameOf = (email: string | null): string | null => (email === null ? null : find(email)?.name) || null;
  const happened = (kind: string, email: string, at: number, content = {}) =>
    events.append({ at, subject: personSubject(email), kind, content });
  const write = ({ email, name }: Named) => put(email, name, wordsOf({ email, name }));

  return {
    remember(people: readonly Named[], at: number): void {
      transaction(database, () => {
        for (const { email, name } of people) {
          use(email, name, wordsOf({ email, name }), at);
          happened('person-used', email, at);
        }
      });
    },
    /** Returns people who match the typed words, last used first. */
    suggest: (text: string, limit: number): readonly RememberedPerson[] => recent.all(typedWords(text), limit),
    /** Returns the page that begins after `after`, sorted by name or, without a name, by address. */
    list(text: string, after: Named | null, limit: number): readonly RememberedPerson[] {
      const words = after === null ? '' : wordsOf(after);
      return page.all(typedWords(text), words, after?.email ?? '', limit);
    },
    find: (email: string): RememberedPerson | null => find(email),
    nameOf,
    /** Gives people of whom the service tells the address alone the name that they have here. */
    named: <P extends { readonly name: string | null; readonly email: string | null }>(people: readonly P[]): P[] =>
      people.map((one) => ({ ...one, name: one.name ?? nameOf(one.email) })),
    count: (text: string): number => count.get(typedWords(text))?.total ?? 0,
    /** Adds a person, or renames a known one. */
    save(person: Named, at: number): void {
      transaction(database, () => {
        write(person);
        happened('person-named', person.email, at);
      });
    },
    /** Adds the people of a file. Keeps existing names. */
    add(people: readonly Named[], at: number): { readonly added: number; readonly named: number } {
      return transaction(database, () => {
        let added = 0;
        let named = 0;
        for (const person of people) {
          const known = find(person.email);
          if (known && (known.name !== '' || person.name === '')) continue;
          if (known) named += 1;
          else added += 1;
          write(person);
        }
        if (added + named > 0)
          events.append({ at, subject: 'people', kind: 'people-added', content: { added, named } });
        return { added, named };
      });
    },
    /** Merges several addresses of one person into `keep`: adds up their use and takes a name if `keep` has none. */
    merge(keep: string, others: readonly string[], at: number): boolean {
      return transaction(database, () => {
        const kept = find(keep);
        const merged = others.filter((email) => email !== keep).flatMap((email) => find(email) ?? []);
        if (!kept || merged.length === 0) return false;
        for (const { email, used, lastUsed } of merged) {
          addUse(used, lastUsed, keep);
          remove(email);
          happened('person-merged', email, at, { into: personSubject(keep) });
        }
        const name = [kept, ...merged].find((person) => person.name !== '')?.name ?? '';
        if (name !== kept.name) write({ email: keep, name });
        return true;
      });
    },
    forget(email: string, at: number): void {
      transaction(database, () => {
        if (remove(email) === 0) return;
        happened('person-forgotten', email, at);
      });
    },
  };
}
