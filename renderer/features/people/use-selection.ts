import { useState } from 'react';
import type { PersonRow } from '../../../preload/contract/person.ts';

/** Keeps people selected while the search shows others: people to merge are rarely side by side. */
export function useSelection(rows: readonly PersonRow[]) {
  const [kept, setKept] = useState<ReadonlyMap<string, PersonRow>>(new Map());
  const shown = new Map(rows.map((person) => [person.email, person]));
  const chosen = new Map([...kept].map(([email, person]) => [email, shown.get(email) ?? person]));
  function choose(emails: ReadonlySet<string>): void {
    const people = [...emails].flatMap((email) => shown.get(email) ?? kept.get(email) ?? []);
    setKept(new Map(people.map((person) => [person.email, person])));
  }
  return { chosen, choose };
}
