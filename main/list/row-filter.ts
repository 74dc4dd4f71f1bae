import type { ListQuery } from '../../preload/contract/list.ts';
import { anyFolder } from '../../preload/contract/list-choices.ts';
import { wordsIn } from '../journal/search-words.ts';
import { statusNow } from '../tracking/status-now.ts';
import { speakingDocument } from './grouping.ts';
import type { DocumentKey, RowKey } from './row-key.ts';
import { FOUND, type Marks } from './row-words.ts';

const DAY = 24 * 60 * 60_000;
/** The same days as the colour of a deadline. */
const SOON_MS = 7 * DAY;

/** Tells whether the document has a copy. A moved or changed one does not count while the service has the document. */
const hasCopy = ({ saved, copyFault }: DocumentKey) => saved && !copyFault;

const isUnsaved = (document: DocumentKey): boolean => document.status === 'signed' && !hasCopy(document);

const mayBeLost = (document: DocumentKey) =>
  document.status === 'draft' || document.status === 'in-progress' || isUnsaved(document);

/** Tells whether the copy is missing and can still be saved. */
export const lacksCopy = (document: DocumentKey): boolean => isUnsaved(document) && !document.gone;

function isFrom(folder: string, { submission }: RowKey): boolean {
  const from = submission?.folder ?? null;
  return from !== null && (folder === anyFolder || from === folder);
}

export interface FilterDeps {
  readonly now: number;
  /** Returns the people of a submission, as `joinPeople` gives them. */
  readonly peopleOf: (submissionId: string) => string;
  /** The rows that have each word of the search. */
  readonly found: readonly Marks[];
}

/** Returns a test whether a row belongs to the query, whatever its group. Null: every row does. */
export function filterFor(query: ListQuery, { now, peopleOf, found }: FilterDeps): ((row: RowKey) => boolean) | null {
  const person = wordsIn(query.person);
  const { statuses, signStatuses, profile, folder, soon, unsaved } = query;
  const ofDocument = statuses.length > 0 || signStatuses.length > 0 || soon || unsaved;
  if (found.length === 0 && person === '' && profile === '' && folder === '' && !ofDocument) return null;
  const hasPerson = ({ submission, document }: RowKey) =>
    document?.people.includes(` ${person}`) === true ||
    // All words of a submission are here, so few have to be read from the journal.
    (submission?.words.includes(` ${person}`) === true && peopleOf(submission.id).includes(` ${person}`));

  function documentMatches(row: RowKey): boolean {
    const speaking = speakingDocument(row.submission, row.document);
    if (statuses.length > 0 && !statuses.includes(statusNow(row.submission, row.document) ?? '')) return false;
    if (signStatuses.length > 0 && !signStatuses.includes(speaking?.signStatus ?? '')) return false;
    if (unsaved && (speaking === null || !isUnsaved(speaking))) return false;
    return !soon || (speaking !== null && mayBeLost(speaking) && row.due - now <= SOON_MS);
  }

  return (row) =>
    (folder === '' || isFrom(folder, row)) &&
    (profile === '' || row.submission?.profileId === profile) &&
    found.every((marks) => marks[row.slot] === FOUND) &&
    (person === '' || hasPerson(row)) &&
    (!ofDocument || documentMatches(row));
}
