import { lengths } from '../../../../preload/contract/limits.ts';
import { checkAddress } from '../../../../shared/people/address.ts';
import type { PersonEntry } from '../../../../shared/people/person-entry.ts';
import { readAddresses } from '../../../../shared/people/read-addresses.ts';
import { readTable } from '../../../../shared/people/read-people-table.ts';
import { holdsVcard, readVcards } from '../../../../shared/people/read-vcards.ts';

const readWithoutCards = (text: string) => (text.includes('\t') ? readTable(text) : readAddresses(text));

/**
 * Reads people from typed or pasted text. Text without an address becomes an entry with a problem, so that nothing is
 * lost.
 */
export function readSignees(text: string): readonly PersonEntry[] {
  if (!holdsVcard(text)) return readWithoutCards(text);
  const { people, around } = readVcards(text);
  return around === '' ? people : [...people, ...readWithoutCards(around)];
}

/** Tells whether pasted text is a list of people, and not part of what somebody is typing. */
export const isListOfPeople = (text: string) =>
  /[\t\r\n]/.test(text.trim()) || readSignees(text).some(({ email }) => checkAddress(email).problem === null);

/** Tells whether a separator at the end completes a person. `Muster,` may still become a name. */
export function isComplete(text: string): boolean {
  if (!/[;,]\s*$/.test(text)) return false;
  const quotesClosed = text.split('"').length % 2 === 1;
  const bracketsClosed = text.lastIndexOf('<') <= text.lastIndexOf('>');
  return quotesClosed && bracketsClosed && (text.includes('>') || text.includes('@'));
}

/** Returns the people of a typed text if each has a valid address, or nobody if anything is left to correct. */
export function validSignees(text: string): readonly PersonEntry[] {
  // Reading happens on every key: a huge text waits for Enter, which says that it is too long.
  if (text.length > lengths.pastedPeople) return [];
  const people = readSignees(text);
  return people.every(({ email }) => checkAddress(email).problem === null) ? people : [];
}
