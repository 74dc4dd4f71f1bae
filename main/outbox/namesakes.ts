import { plainAddress } from '../submission/decide/compare.ts';
import { isTooOld, likenessOf } from '../submission/decide/likeness.ts';
import { createNameIndex, isSameName } from '../submission/document-name.ts';
import type { Seen } from '../submission/fact.ts';
import type { Candidate, Submission } from '../submission/submission.ts';
import { createSlices } from '../time/slices.ts';
import type { CheckSeen, Listed } from '../tracking/reading.ts';

/** The submissions in doubt with one file name, and the listed documents that could be one of them. */
export interface Group {
  readonly name: string;
  readonly rows: Submission[];
  readonly documents: Listed[];
}

/** The most candidates that a person sees at once. */
const MOST_SHOWN = 20;
/** The service's clocks differ: a list sorted by creation may seem to be out of order by as much. */
const ORDER_DIFFERS_MS = 2 * 60_000;

/** Groups submissions in doubt with the listed documents of their name. A document without a name could be any of them. */
export async function groupByName(
  rows: readonly Submission[],
  check: Pick<CheckSeen, 'documents'>,
  isOwned: (documentId: string) => boolean,
): Promise<readonly Group[]> {
  const groups = new Map<string, Group>();
  const index = createNameIndex();
  const slices = createSlices();
  for (const row of rows) {
    const { name } = row.wish.file;
    const known = groups.get(name);
    const group = known ?? { name, rows: [], documents: [] };
    if (known === undefined) index.add(name);
    groups.set(name, group);
    group.rows.push(row);
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
  }
  for (const document of check.documents) {
    const names = document.name === '' ? [...groups.keys()] : index.find(document.name);
    const fitting = names.flatMap((name) => groups.get(name) ?? []).filter((group) => couldBe(document, group));
    if (fitting.length > 0 && !isOwned(document.documentId))
      for (const group of fitting) group.documents.push(document);
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
  }
  return [...groups.values()];
}

/**
 * Tells whether a document could be an upload. An upload makes a draft, but a recovered submission may have started it.
 */
function couldBe({ status }: Listed, { rows }: Group): boolean {
  return status === 'draft' || status === '' || rows.some(({ recovered }) => recovered);
}

/** Finds the documents that are older than every upload of the group: the list is sorted by creation, newest first. */
export function findOlder(group: Group, seen: ReadonlyMap<string, Seen>, skewMs: number): ReadonlySet<string> {
  let newest = Number.POSITIVE_INFINITY;
  for (const [at, { documentId }] of group.documents.entries()) {
    const one = seen.get(documentId);
    if (one === undefined || one.createdAt === null) continue;
    // This list is not sorted: the place of a document says nothing about its age.
    if (one.createdAt > newest + ORDER_DIFFERS_MS) return new Set();
    newest = Math.min(newest, one.createdAt);
    if (group.rows.every((row) => isTooOld(row, one, skewMs)))
      return new Set(group.documents.slice(at + 1).map((older) => older.documentId));
  }
  return new Set();
}

export interface Found {
  /** The closest ones. */
  readonly candidates: readonly Candidate[];
  readonly more: number;
}

/** A document with its people in one form, which thousands of submissions are compared with. */
export interface Close {
  readonly seen: Seen;
  readonly people: string;
}

/** Prepares the documents that have the group's name for the comparison with each of its submissions. */
export function prepare(group: Group, seen: ReadonlyMap<string, Seen>): readonly Close[] {
  return group.documents.flatMap(({ documentId }) => {
    const one = seen.get(documentId);
    return one === undefined || !hasName(one, group) ? [] : [{ seen: one, people: peopleOf(one.signees) }];
  });
}

/** Tells whether a document has the group's name. One that does not tell its name could have any. */
export const hasName = ({ name }: Seen, group: Group): boolean => name === null || isSameName(name, group.name);

const peopleOf = (signees: readonly { readonly email?: string }[]) =>
  signees
    .map(({ email = '' }) => plainAddress(email))
    .toSorted()
    .join(' ');

/**
 * Finds the documents that could be this submission, those with the same people first. For one whose journal was lost,
 * drafts come last: it may have been started, and who chose a draft before its started document was shown would start it
 * twice.
 */
export function findCandidates(row: Submission, documents: readonly Close[], skewMs: number): Found {
  const people = peopleOf(row.wish.signees);
  const [close, others, closeDrafts, drafts]: [Candidate[], Candidate[], Candidate[], Candidate[]] = [[], [], [], []];
  let count = 0;
  const passed = new Set(passedOf(row));
  for (const document of documents) {
    if (passed.has(document.seen.documentId)) continue;
    const likeness = likenessOf(row, document.seen, skewMs);
    if (likeness === null) continue;
    count += 1;
    const isClose = likeness === 'proven' || document.people === people;
    const comesLast = row.recovered && document.seen.status === 'draft';
    const list = comesLast ? (isClose ? closeDrafts : drafts) : isClose ? close : others;
    if (list.length < MOST_SHOWN) list.push(candidateOf(document.seen, likeness));
  }
  const inOrder = [...close, ...others, ...closeDrafts, ...drafts];
  const candidates = inOrder.slice(0, MOST_SHOWN).toSorted((a, b) => rank(a) - rank(b));
  return { candidates, more: count - candidates.length };
}

/** Returns the documents of which a person has said that they are not this upload. */
export function passedOf({ stage, reason }: Submission): readonly string[] {
  if (stage.kind === 'unclear') return stage.passed;
  return reason?.kind === 'unsettled' ? reason.passed : [];
}

/** Ranks started documents first: if a person chose a draft beside one, people might sign the document twice. */
const rank = ({ likeness, status }: Candidate) => (status !== 'draft' ? 0 : likeness === 'proven' ? 1 : 2);

function candidateOf(seen: Seen, likeness: Candidate['likeness']): Candidate {
  const signees = seen.signees.flatMap(({ email }) => email ?? []);
  return { documentId: seen.documentId, status: seen.status, createdAt: seen.createdAt, signees, likeness };
}
