import type { Overview, OverviewEntry } from '../signing/answers/overview.ts';

export interface Listed {
  readonly documentId: string;
  readonly name: string;
  /** The status, which is empty where the entry has none. */
  readonly status: string;
}

/**
 * One reading of all documents of an account: page after page, in one window of the service or over several. Only a
 * reading that reached the end of the list proves that a document is not there.
 */
export interface Reading {
  /** The account of these documents. Another account begins another reading. */
  readonly account: string | null;
  readonly beganAt: number;
  readonly documents: ReadonlyMap<string, Listed>;
  /** Places of the list that were read, entries that make no sense included. */
  readonly read: number;
  /** The most entries one page held: the service gives at least as many where there are more. */
  readonly largest: number;
  /** The number of documents to see: as many as the service had at the beginning, and those since. 0: not stated. */
  readonly total: number;
  /** Every page had this number. */
  readonly steady: boolean;
  /** Known documents have changed their places: the service sorts those of one moment anew for each answer. */
  readonly mixed: boolean;
  /** The number of times the list was read to its end without showing as many documents as there are. */
  readonly rounds: number;
  /** Entries without an id. `nameless` ones could be any document. */
  readonly unreadable: number;
  readonly whole: boolean;
}

/** The result of one check, for everybody who waits for it. */
export interface CheckSeen {
  readonly account: string | null;
  /** The beginning of the reading. It says nothing about what is missing of later uploads. */
  readonly askedAt: number;
  /** Newest first. */
  readonly documents: readonly Listed[];
  readonly whole: boolean;
  readonly unreadable: number;
  /** Those that this answer showed, with their status now. Without it all are. */
  readonly fresh?: readonly Listed[];
  /** The time of the question for `fresh`: a reading may have begun hours before. */
  readonly freshAt?: number;
  /** Set where the service was asked for documents that run alone. `all`: the others have ended. */
  readonly running?: 'all' | 'some';
}

export const PAGE = 1_000;
/** So many documents in the order in which they stood before do not stand there by chance. */
const NO_CHANCE = 10;
/** The rounds after which the missing documents may have been deleted before we saw them: another reading begins. */
const MOST_ROUNDS = 4;

const listed = ({ documentId, documentName, documentStatus }: OverviewEntry): Listed => ({
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
  total: 0,
  steady: true,
  mixed: false,
  rounds: 0,
  unreadable: 0,
  whole: false,
});

/** Tells whether the reading can no longer become whole. */
export const isSpent = ({ rounds }: Reading): boolean => rounds >= MOST_ROUNDS;

/**
 * Returns the offset of the next page: a little before the end of the last one. Documents deleted meanwhile move the
 * rest forward, and only a page that begins with known documents leaves no gap. A few may be known by chance, where many
 * were created in the same moment and stand in another order in each answer.
 */
export function nextOffset({ read, largest }: Reading): number {
  return Math.max(0, read - overlapOf(largest));
}

function overlapOf(largest: number): number {
  if (largest > 2 * NO_CHANCE) return Math.max(NO_CHANCE, Math.floor(largest / 10));
  if (largest > 5) return 3;
  return largest > 1 ? 1 : 0;
}

/** Takes in a page that was asked for at `nextOffset`, with at most `limit` entries. */
export function withPage(before: Reading, page: Overview, limit = PAGE): Reading {
  const offset = nextOffset(before);
  const here = page.documents.length + page.unreadable;
  const reading = { ...before, ...totalsAfter(before, page, limit), mixed: before.mixed || isMixed(before, page) };
  // The end of the list, where its last entry has no id: nothing new stands on this page.
  const isOldEnd = page.documents.length === 0 && here > 0 && here <= before.read - offset;
  if (offset > 0 && reading.largest > 1 && !isOldEnd && !continues(reading, page)) return steppedBack(reading, offset);
  const documents = new Map(reading.documents);
  for (const entry of page.documents) documents.set(entry.documentId, listed(entry));
  const next = {
    ...reading,
    documents,
    total: totalWithNewest(reading, page, offset),
    read: offset + here,
    largest: Math.max(reading.largest, here),
    unreadable: reading.unreadable + page.unreadable,
  };
  // An empty list proves nothing: the index of the service may be away.
  const hasAll = documents.size > 0 && documents.size + next.unreadable >= next.total;
  if (next.total > 0 && next.steady) {
    if (hasAll) return { ...next, whole: true };
    return next.read <= before.read || next.read >= next.total ? { ...next, read: 0, rounds: next.rounds + 1 } : next;
  }
  // The place of a document in the list is the only proof, unless the list is sorted anew for each answer.
  const isEnd = endsAt(page.size, next) || (here <= before.read - offset && isKnown(before, page));
  // No round can prove anything any more, so another reading begins.
  if (next.mixed || (isEnd && !hasAll)) return { ...next, rounds: MOST_ROUNDS };
  return { ...next, whole: isEnd };
}

/** Tells whether all documents that this page counts were read, so that the list ends here. */
const endsAt = (size: number | null, { total, read }: Reading) =>
  total > 0 && size !== null && size >= total && read >= size;

/**
 * Computes the number of documents. `size` may mean all documents or those of this page, repeat the limit that was
 * asked for, or the cap that the service puts on its pages.
 */
function totalsAfter({ total, steady, largest }: Reading, page: Overview, limit: number) {
  const { size } = page;
  const most = Math.max(page.documents.length + page.unreadable, largest);
  if (size === null || size === limit || size <= most) return { total, steady };
  return { total: total === 0 ? size : total, steady: steady && (total === 0 || total === size) };
}

/** Updates the total with the newest page. Documents before the known ones do not explain one that the list omits. */
function totalWithNewest({ total, documents }: Reading, page: Overview, offset: number): number {
  if (total === 0 || documents.size === 0) return total;
  const known = page.documents.findIndex(({ documentId }) => documents.has(documentId));
  if (known < 0) return offset === 0 ? total + page.documents.length : total;
  return total + known;
}

/** Adds documents made since the reading began. They are at the head of the list and do not change its progress. */
export function withNewest(reading: Reading, page: Overview): Reading {
  const newest = page.documents.map((entry) => [entry.documentId, listed(entry)] as const);
  const documents = new Map([...newest, ...reading.documents, ...newest]);
  return { ...reading, total: totalWithNewest(reading, page, 0), documents };
}

const isKnown = ({ documents }: Reading, page: Overview) =>
  page.documents.every(({ documentId }) => documents.has(documentId));

/** Tells whether the page begins with known documents: then nothing lies between the two. */
function continues({ documents }: Reading, page: Overview): boolean {
  const [first] = page.documents;
  return first !== undefined && documents.has(first.documentId);
}

/**
 * Tells whether the known documents of the page stand otherwise than they were read, or not next to its new ones. One of
 * them may then have changed places with a new document, which stands on neither page.
 */
function isMixed({ documents }: Reading, page: Overview): boolean {
  const known = page.documents.filter(({ documentId }) => documents.has(documentId));
  const [first] = known;
  if (first === undefined) return false;
  const order = [...documents.keys()];
  const from = order.indexOf(first.documentId);
  const isMoved = known.some(({ documentId }, at) => documentId !== order[from + at]);
  return isMoved || (known.length < page.documents.length && from + known.length < order.length);
}

/** Steps back when many documents went away: the places before are read once more. */
function steppedBack(reading: Reading, offset: number): Reading {
  return {
    ...reading,
    read: Math.max(0, offset - reading.largest),
    largest: offset <= reading.largest ? 0 : reading.largest,
  };
}

export function seenOf({ account, beganAt, documents, whole, unreadable }: Reading): CheckSeen {
  return { account, askedAt: beganAt, documents: [...documents.values()], whole, unreadable };
}
