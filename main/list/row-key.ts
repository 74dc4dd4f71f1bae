import type { ListGroup } from '../../preload/contract/list-choices.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { StoredOrder } from '../journal/document-orders.ts';
import type { StoredDocumentKey, StoredSubmissionKey } from '../journal/list-keys.ts';
import { fold, wordsIn } from '../journal/search-words.ts';
import { isAlarm } from '../signatures/copy-verdict.ts';
import { isPromised } from '../submission/decide/replacement.ts';
import type { Stage, Submission } from '../submission/submission.ts';
import { dueOf } from '../tracking/lifecycle.ts';

type End = Extract<Stage, { readonly kind: 'done' }>['as'];
type Step = Exclude<Stage, { readonly kind: 'held' | 'done' }>['step'];

/** The keys for sorting, filtering and searching a submission. */
export interface SubmissionKey {
  readonly id: string;
  /** The service user who sent it. Null: not known, or nobody was signed in. */
  readonly account: string | null;
  readonly acceptedAt: number;
  readonly documentId: string | null;
  readonly phase: Stage['kind'];
  readonly step: Step | null;
  readonly end: End | null;
  readonly cancelled: boolean;
  readonly finished: boolean;
  /** The submission ended otherwise than the person wanted, or left drafts behind. */
  readonly troubled: boolean;
  readonly orphans: boolean;
  /** People were chosen here. Others may be in the fields of the PDF. */
  readonly hasPeople: boolean;
  /** The watched folder it came from. Empty: one that was not recorded. Null: a person gave it. */
  readonly folder: string | null;
  readonly profileId: string | null;
  readonly redoOf: string | null;
  /** The submission is sent automatically as soon as the document that it replaces is withdrawn. */
  readonly promised: boolean;
  readonly sortName: string;
  readonly words: string;
}

/** The keys for sorting, filtering and searching a document. */
export interface DocumentKey {
  readonly id: string;
  /** The place in the overview, newest first. Null: the overview no longer lists it. */
  readonly position: number | null;
  readonly status: string;
  readonly signStatus: string | null;
  readonly canWithdraw: boolean;
  readonly canDelete: boolean;
  readonly gone: boolean;
  readonly saved: boolean;
  /** The saved copy is missing or changed, and the service still has the document. */
  readonly copyFault: boolean;
  /** The saved copy is not signed as the service says. */
  readonly alarm: boolean;
  /** The state of a person's order to withdraw or delete it. Null: there is none. */
  readonly order: 'open' | 'failed' | null;
  readonly created: number | null;
  readonly firstSeen: number;
  readonly due: number | null;
  readonly sortName: string;
  readonly words: string;
  /** The words of each person, apart from those of the next one. */
  readonly people: string;
  /** The details, which have its people, were not read yet. */
  readonly unread: boolean;
}

/** One row of the list. A new object replaces it when its place may be another one. */
export interface RowKey {
  readonly key: string;
  readonly submission: SubmissionKey | null;
  readonly document: DocumentKey | null;
  readonly group: ListGroup;
  readonly createdAt: number;
  readonly due: number;
  readonly sortName: string;
  readonly words: string;
  /** Nobody knows the people of its document. */
  readonly unread: boolean;
  /** The place of its words among those of all rows. */
  readonly slot: number;
}

/** Returns the id of a row's document at the service. Null: it was not uploaded yet. */
export const documentIdOf = ({ submission, document }: RowKey): string | null =>
  document?.id ?? submission?.documentId ?? null;

const LONGEST_NUMBER = 12;

/** Writes a name for sorting by plain text: without accents and case, and with numbers by their value. */
export const sortNameOf = (name: string): string =>
  fold(name).replaceAll(/\d+/g, (digits) => digits.padStart(LONGEST_NUMBER, '0'));

/** Joins texts by `join`: V8 would copy concatenated ones only when the person waits for the first search. */
const spaced = (...texts: readonly string[]) => ['', ...texts.filter(Boolean), ''].join(' ');

export const wordsOfRow = (submission: SubmissionKey | null, document: DocumentKey | null): string =>
  submission === null || document === null
    ? (submission?.words ?? document?.words ?? '')
    : [submission.words, document.words].join('');

/** Joins the folded words of all people. The separator is no part of a word, so a match never spans two people. */
export const joinPeople = (people: readonly string[]): string => spaced(people.filter(Boolean).join(' ; '));

const aliases = new Map<string, string>();

/** Remembers the words of names, because people send many documents under one name. */
function wordsOfAlias(alias: string): string {
  const known = aliases.get(alias);
  if (known !== undefined) return known;
  if (aliases.size > 1_000) aliases.clear();
  const words = wordsIn(alias);
  aliases.set(alias, words);
  return words;
}

export function keyOfSubmission({ stage, wish, ...rest }: Submission): SubmissionKey {
  const people = wish.signees.flatMap(({ email, comment = '' }) => [email, comment]);
  return {
    id: rest.id,
    account: rest.account,
    acceptedAt: rest.acceptedAt,
    documentId: rest.documentId,
    phase: stage.kind,
    step: 'step' in stage ? stage.step : null,
    end: stage.kind === 'done' ? stage.as : null,
    cancelled: rest.cancelled,
    finished: rest.finishedAt !== null,
    troubled: rest.reason !== null || rest.orphans.length > 0,
    orphans: rest.orphans.length > 0,
    hasPeople: wish.signees.length > 0,
    folder: rest.origin === 'folder' ? (rest.folder?.id ?? '') : null,
    profileId: rest.profileId,
    redoOf: rest.redoOf,
    promised: isPromised({ ...rest, stage }),
    sortName: sortNameOf(wish.file.name),
    words: spaced(wordsIn([wish.file.name, wish.comment, ...people].join(' ')), wordsOfAlias(wish.alias)),
  };
}

/**
 * Removes words that nobody can type: the connection, and the state in rows of earlier versions. These words come first
 * in the journal and begin with a sign.
 */
const typedWords = (words: string) => words.replace(/^(?:[^\p{L}\p{N} ]\S*(?: |$))+/u, '');

export function keyOfStored(stored: StoredSubmissionKey): SubmissionKey {
  const orphans = (stored.orphans ?? 0) > 0;
  return {
    id: stored.id,
    account: stored.account,
    acceptedAt: stored.acceptedAt,
    documentId: stored.documentId,
    phase: 'done',
    step: null,
    end: stored.state,
    cancelled: stored.state === 'cancelled',
    finished: stored.finishedAt !== null,
    troubled: stored.reason !== null || orphans,
    orphans,
    hasPeople: (stored.signees ?? 0) > 0,
    folder: stored.origin === 'folder' ? (stored.folderId ?? '') : null,
    profileId: stored.profileId,
    redoOf: stored.redoOf,
    promised: false,
    sortName: sortNameOf(stored.name),
    words: spaced(typedWords(stored.words), wordsOfAlias(stored.alias)),
  };
}

const orderOf = (order: StoredOrder | null): DocumentKey['order'] => {
  if (order === null || order.stage.kind === 'done') return null;
  return order.stage.kind === 'failed' ? 'failed' : 'open';
};

export function keyOfDocument(
  stored: StoredDocumentKey,
  fact: DocumentFact | null,
  order: StoredOrder | null,
): DocumentKey {
  const gone = (fact?.goneAt ?? null) !== null;
  const problem = fact?.saveProblem ?? null;
  const known = fact !== null && fact.status === stored.status ? fact : null;
  const people = (fact?.signees ?? []).map(({ name, email }) => wordsIn(`${name ?? ''} ${email ?? ''}`));
  return {
    id: stored.id,
    position: stored.position,
    status: stored.status,
    signStatus: stored.signStatus,
    canWithdraw: stored.canWithdraw,
    canDelete: stored.canDelete,
    gone,
    saved: stored.saved,
    // Without its receipt, the copy itself is here.
    copyFault: !gone && stored.saved && problem !== null && problem.key !== 'copy-receipt',
    alarm: stored.saved && fact !== null && isAlarm(fact),
    order: gone ? null : orderOf(order),
    created: fact?.created ?? null,
    firstSeen: stored.firstSeen ?? fact?.since ?? 0,
    due: known === null || known.goneAt !== null ? null : (dueOf(known)?.at ?? null),
    sortName: sortNameOf(stored.name),
    words: spaced(wordsIn(stored.name), ...people),
    people: joinPeople(people),
    unread: (fact?.signees ?? null) === null,
  };
}
