import type { ListedDocument } from '../../preload/contract/document.ts';
import type { DocumentFact } from '../journal/document-facts.ts';

/** Tells whether a document belongs to this account, or to an account that is not known. */
export const isOf = (account: string | null, current: string | null): boolean =>
  account === null || account === current;

/**
 * Tells whether a document belongs to the account that is signed in. Whose it is may be unknown: the list of the last
 * check is of this account.
 */
export function belongsToAccount(
  account: string | null,
  fact: Pick<DocumentFact, 'account'> | null,
  listed: ListedDocument | null,
): boolean {
  const known = fact?.account ?? null;
  return account !== null && (known === null ? listed !== null : known === account);
}
