import { checkAddress, toAddress } from './address.ts';

/**
 * Returns the recipients as one text that is equal for every spelling and order. Empty: the fields of the document name
 * them.
 */
export const recipientsOf = (emails: readonly string[]): string =>
  emails
    .map((email) => checkAddress(email).same ?? toAddress(email))
    .toSorted()
    .join(' ');

/** Tells whether two documents may go to the same people: nobody knows yet whom the fields of a document name. */
export const mayBeSame = (one: string, other: string): boolean => one === '' || other === '' || one === other;
