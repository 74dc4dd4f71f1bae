import { checkAddress } from '../../../../shared/people/address.ts';
import { readAddresses } from '../../../../shared/people/read-addresses.ts';
import { readTable } from '../../../../shared/people/read-people-table.ts';
import { holdsVcard, readVcards } from '../../../../shared/people/read-vcards.ts';
import type { SigneeEntry } from './signee-list.ts';

const readWithoutCards = (text: string) => (text.includes('\t') ? readTable(text) : readAddresses(text));

/** People in whatever was typed or pasted. Nothing is left out: what is no address comes as one that is told to be none. */
export function readSignees(text: string): readonly SigneeEntry[] {
  if (!holdsVcard(text)) return readWithoutCards(text);
  const { people, around } = readVcards(text);
  return around === '' ? people : [...people, ...readWithoutCards(around)];
}

/** Pasted text that is people, and not a part of what somebody is typing. */
export const isListOfPeople = (text: string) =>
  /[\t\r\n]/.test(text.trim()) || readSignees(text).some(({ email }) => checkAddress(email).problem === null);

/** A separator at the end says that this person is complete; `Muster,` may still become a name. */
export function isComplete(text: string): boolean {
  if (!/[;,]\s*$/.test(text)) return false;
  const quotesClosed = text.split('"').length % 2 === 1;
  const bracketsClosed = text.lastIndexOf('<') <= text.lastIndexOf('>');
  return quotesClosed && bracketsClosed && (text.includes('>') || text.includes('@'));
}
