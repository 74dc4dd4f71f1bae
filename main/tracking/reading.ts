import type { Overview } from '../signing/answers/overview.ts';

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

const entriesOf = ({ documents }: Overview): readonly (readonly [string, Listed])[] =>
  documents.map(({ documentId, documentName, documentStatus: status }) => [
    documentId,
    { documentId, name: documentName ?? '', status },
  ]);

/** Takes in a page that was asked for at `nextOffset`, with at most `limit` entries. */
export function withPage(before: Reading, page: Overview, limit = PAGE): Reading {
  const offset = nextOffset(before);
  const length = page.documents.length + page.unreadable;
  const isNoFurther = offset + length <= before.read;
  const reading = { ...before, ...totalsAfter(before, page, limit), mixed: before.mixed || isMixed(before, page) };
  // The end of the list, where its last entry has no id: nothing new stands on this page.
  const isOldEnd = page.documents.length === 0 && length > 0 && isNoFurther;
  if (offset > 0 && reading.largest > 1 && !isOldEnd && !continues(reading, page)) return steppedBack(reading, offset);
  const next = {
    ...reading,
    documents: new Map([...reading.documents, ...entriesOf(page)]),
    total: totalWithNewest(reading, page, offset),
    read: offset + length,
    largest: Math.max(reading.largest, length),
    unreadable: reading.unreadable + page.unreadable,
  };
  if (next.total > 0 && next.steady) return judgedByCount(next, isNoFurther);
  const isAtEnd = page.size !== null && next.total > 0 && page.size >= next.total && next.read >= page.size;
  const isAllKnown = page.documents.every(({ documentId }) => before.documents.has(documentId));
  return judgedByPlace(next, isAtEnd || (isNoFurther && isAllKnown));
}

/** Tells whether there are as many documents as counted. An empty list proves nothing: the service's index may be away. */
const hasAll = ({ documents, unreadable, total }: Reading) =>
  documents.size > 0 && documents.size + unreadable >= total;

/** Ends a reading whose service counts its documents when all are there, or begins another round at the end of the list. */
function judgedByCount(reading: Reading, isNoFurther: boolean): Reading {
  if (hasAll(reading)) return { ...reading, whole: true };
  const isAtEnd = isNoFurther || reading.read >= reading.total;
  return isAtEnd ? { ...reading, read: 0, rounds: reading.rounds + 1 } : reading;
}

/** Ends a reading without such a count at the end of the list, unless the list is sorted anew for each answer. */
function judgedByPlace(reading: Reading, isEnd: boolean): Reading {
  // No round can prove anything any more, so another reading begins.
  if (reading.mixed || (isEnd && !hasAll(reading))) return { ...reading, rounds: MOST_ROUNDS };
  return { ...reading, whole: isEnd };
}

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

/**
 * Tells whether newer documents may lie between the newest page and those that were read: as many came as the page holds,
 * or more, and nobody can count them.
 */
export const hasGap = ({ documents }: Reading, page: Overview): boolean =>
  documents.size > 0 &&
  page.documents.length > 0 &&
  !page.documents.some(({ documentId }) => documents.has(documentId));

/** Adds documents made since the reading began. They are at the head of the list and do not change its progress. */
export function withNewest(reading: Reading, page: Overview): Reading {
  const newest = entriesOf(page);
  // The first mention gives a document its place, the last one its status.
  const documents = new Map([...newest, ...reading.documents, ...newest]);
  return { ...reading, total: totalWithNewest(reading, page, 0), documents };
}

/** Tells whether the page begins with known documents: then nothing lies between the two. */
const continues = ({ documents }: Reading, { documents: [first] }: Overview) =>
  first !== undefined && documents.has(first.documentId);

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
  const { largest } = reading;
  return { ...reading, read: Math.max(0, offset - largest), largest: offset <= largest ? 0 : largest };
}

export function seenOf({ account, beganAt, documents, whole, unreadable }: Reading): CheckSeen {
  return { account, askedAt: beganAt, documents: [...documents.values()], whole, unreadable };
}
