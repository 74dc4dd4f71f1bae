import { checkAddress, toAddress } from './address.ts';

/** Returns an address as a text that is equal for every spelling. */
export const mailboxOf = (email: string): string => (checkAddress(email).same ?? toAddress(email)).toLowerCase();

/**
 * Returns the recipients as one text that is equal for every spelling and order. Null: the fields of the document name
 * them, so nobody knows yet.
 */
export function recipientsOf(emails: readonly string[], scanPredefined: boolean): string | null {
  if (emails.length === 0 && scanPredefined) return null;
  return [...new Set(emails.map(mailboxOf))].toSorted().join(' ');
}

/** Tells whether two documents may go to the same people. A document for nobody is not for those of the fields. */
export const mayBeSame = (one: string | null, other: string | null): boolean =>
  one === other || (one === null && other !== '') || (other === null && one !== '');
