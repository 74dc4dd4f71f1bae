import { limits, type WaitBand } from '../../preload/contract/limits.ts';
import type { WaitingView } from '../../preload/contract/waiting.ts';
import { fold } from '../journal/search-words.ts';
import type { WaitingDocument, WaitingPerson } from './waiting.ts';

/** The part of the missing signatures that a person wants to see. */
export interface AskedView {
  /** The band. Null: over 7 days where there is such a signature, else all. */
  readonly band: WaitBand | null;
  readonly search: string;
}

const leastMs = { long: limits.waitMs.long, 'too-long': limits.waitMs.tooLong, all: 0 } as const;

/** Tells whether a signature is missing for so long. An unknown beginning counts for no band. */
const isWithin = ({ since }: WaitingDocument, band: WaitBand, now: number): boolean =>
  band === 'all' || (since !== null && now - since >= leastMs[band]);

/** Filters people and documents by band and search. The counts are those of everybody, whatever the search. */
export function viewOf<P extends WaitingPerson>(people: readonly P[], { band, search }: AskedView, now: number) {
  const documents = people.flatMap((person) => person.documents);
  const count = (of: WaitBand) => documents.filter((one) => isWithin(one, of, now)).length;
  const counts: WaitingView['counts'] = { long: count('long'), 'too-long': count('too-long'), all: count('all') };
  const shown = band ?? (counts.long > 0 ? 'long' : 'all');
  const wanted = fold(search.trim());
  const matching = people
    .filter(({ name, email }) => fold(`${name ?? ''} ${email ?? ''}`).includes(wanted))
    .map((person) => ({ ...person, documents: person.documents.filter((one) => isWithin(one, shown, now)) }))
    .filter((person) => person.documents.length > 0);
  return { band: shown, counts, people: matching };
}

/** Returns the first people with so many documents together. */
export function cutRows<P extends Pick<WaitingPerson, 'documents'>>(people: readonly P[], most: number) {
  const shown: P[] = [];
  let leftOut = 0;
  let room = most;
  for (const person of people) {
    const documents = person.documents.slice(0, room);
    room -= documents.length;
    leftOut += person.documents.length - documents.length;
    if (documents.length > 0) shown.push({ ...person, documents });
  }
  return { shown, leftOut };
}
