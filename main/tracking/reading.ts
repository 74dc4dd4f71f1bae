import type { Overview, OverviewEntry } from '../signing/answers/overview.ts';

/** One document as an overview names it. */
export interface Listed {
  readonly documentId: string;
  readonly name: string;
  /** Empty where the entry did not say. */
  readonly status: string;
}

/**
 * One reading of all documents of an account: page after page, in one window of the service or over several. Only a
 * reading that reached the end of the list proves that a document is not there.
 */
export interface Reading {
  /** Whose documents these are. Another account begins another reading. */
  readonly account: string | null;
  readonly beganAt: number;
  readonly documents: ReadonlyMap<string, Listed>;
  /** Places of the list that were read, entries that make no sense included. */
  readonly read: number;
  /** The most entries one page held: the service gives at least as many where there are more. */
  readonly largest: number;
  /** Entries without an id. `nameless` ones could be any document. */
  readonly unreadable: number;
  readonly whole: boolean;
}

/** What one check showed, for everybody who waits for it. */
export interface CheckSeen {
  readonly account: string | null;
  /** When the reading began. It says nothing about what is missing of later uploads. */
  readonly askedAt: number;
  /** Newest first. */
  readonly documents: readonly Listed[];
  readonly whole: boolean;
  readonly unreadable: number;
}

export const PAGE = 1_000;

export const listed = ({ documentId, documentName, documentStatus }: OverviewEntry): Listed => ({
  documentId,
  name: documentName ?? '',
  status: documentStatus,
});

export const emptyReading = (account: string | null, beganAt: number): Reading => ({
  account,
  beganAt,
  documents: new Map(),
  read: 0,
  largest: 0,
  unreadable: 0,
  whole: false,
});

/**
 * Where the next page begins: a little before the end of the last one. Documents deleted meanwhile move the rest
 * forward, and only a page that begins with a known document leaves no gap.
 */
export function nextOffset({ read, largest }: Reading): number {
  if (largest <= 1) return read;
  return Math.max(0, read - Math.max(1, Math.floor(largest / 10)));
}

/** Takes in a page that was asked for at `nextOffset`. */
export function withPage(reading: Reading, page: Overview): Reading {
  const offset = nextOffset(reading);
  const here = page.documents.length + page.unreadable;
  if (offset > 0 && reading.largest > 1 && !continues(reading, page)) return steppedBack(reading, offset);
  const documents = new Map(reading.documents);
  for (const entry of page.documents) documents.set(entry.documentId, listed(entry));
  const largest = Math.max(reading.largest, here);
  return {
    ...reading,
    documents,
    read: offset + here,
    largest,
    unreadable: reading.unreadable + page.unreadable,
    whole: isEnd(reading, page, { offset, here }),
  };
}

/** The page begins with what was read before: nothing lies between the two. */
function continues({ documents }: Reading, page: Overview): boolean {
  const [first] = page.documents;
  return first !== undefined && documents.has(first.documentId);
}

/** Many documents went away meanwhile: read the places before once more. */
function steppedBack(reading: Reading, offset: number): Reading {
  return {
    ...reading,
    read: Math.max(0, offset - reading.largest),
    largest: offset <= reading.largest ? 0 : reading.largest,
  };
}

/**
 * Nothing comes after this page. `size` may mean all documents or those of this page, `limit` may be an echo of what was
 * asked for, and the service may cap its pages: fewer entries than another page of this reading had are proof, or none
 * at all, or as many as a `size` says that is larger than any page.
 */
function isEnd(before: Reading, { size }: Overview, { offset, here }: { offset: number; here: number }): boolean {
  if (here === 0) return true;
  if (here < before.largest) return true;
  // A `size` that only repeats the limit says nothing.
  return size !== null && size !== PAGE && size > Math.max(here, before.largest) && offset + here >= size;
}

/** What the reading shows so far. */
export function seenOf({ account, beganAt, documents, whole, unreadable }: Reading): CheckSeen {
  return { account, askedAt: beganAt, documents: [...documents.values()], whole, unreadable };
}
