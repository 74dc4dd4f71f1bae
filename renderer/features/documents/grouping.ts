import type { State } from '../../../preload/contract/state.ts';
import type { SubmissionRow } from '../../../preload/contract/submission.ts';
import { type Entries, type Entry, entriesOf, nameOf, speakingDocument } from './entry/entry.ts';

export const documentGroups = ['needsYou', 'sending', 'waiting', 'finished', 'drafts', 'other'] as const;
export type DocumentGroup = (typeof documentGroups)[number];

/** A status of a document. One nobody knows yet has a place of its own. */
function groupOfStatus(status: string): DocumentGroup {
  switch (status) {
    case 'rejected':
      return 'needsYou';
    case 'in-progress':
      return 'waiting';
    case 'signed':
    case 'withdrawn':
      return 'finished';
    case 'draft':
      return 'drafts';
    default:
      return 'other';
  }
}

/** What is done to a document that rests: it does not leave its place for the seconds this takes. */
const inPlace: readonly SubmissionRow['step'][] = ['update', 'withdraw', 'delete'];

/**
 * Where an entry stands for the person who sent it. What is held needs a person to press Send, so it stands where a
 * person looks first: among the drafts, which are with the service already, it would be forgotten.
 */
function groupOf(entry: Entry): DocumentGroup {
  const { document, submission } = entry;
  if (submission === null) return groupOfStatus(entry.document.documentStatus);
  const { phase, step, cancelled, orphans } = submission;
  if (phase === 'held' || phase === 'needs-you' || orphans.length > 0) return 'needsYou';
  if (phase === 'done') return groupOfEnd(entry, submission);
  if (!inPlace.includes(step) || cancelled) return 'sending';
  if (document) return groupOfStatus(document.documentStatus);
  return step === 'withdraw' ? 'waiting' : 'drafts';
}

function groupOfEnd(entry: Entry, { end, finishedAt }: SubmissionRow): DocumentGroup {
  const document = speakingDocument(entry);
  if (document) return groupOfStatus(document.documentStatus);
  if (end === 'draft') return 'drafts';
  return end === 'started' && finishedAt === null ? 'waiting' : 'finished';
}

export type Counts = Readonly<Record<DocumentGroup | 'all', number>>;

const counted = new WeakMap<Entries, Counts>();

export function countGroups(state: Pick<State, 'documents' | 'submissions'>): Counts {
  const entries = entriesOf(state);
  const known = counted.get(entries);
  if (known) return known;
  const { list } = entries;
  const counts = { all: list.length, needsYou: 0, sending: 0, waiting: 0, finished: 0, drafts: 0, other: 0 };
  for (const entry of list) counts[groupOf(entry)] += 1;
  counted.set(entries, counts);
  return counts;
}

export interface Group {
  readonly group: DocumentGroup;
  readonly entries: readonly Entry[];
}

/** Without marks, in small letters: as the journal looks for words too. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

const folded = new WeakMap<Entry, string>();

/** Name, people and comment, as they are searched. */
function searchable(entry: Entry): string {
  const known = folded.get(entry);
  if (known !== undefined) return known;
  const { submission } = entry;
  const more = submission ? [submission.name, submission.alias, submission.comment, ...submission.signees] : [];
  const text = fold([nameOf(entry), ...more].join('\n'));
  folded.set(entry, text);
  return text;
}

/** The list as it is shown: groups in their order, without empty ones; every word of a search is in what is found. */
export function arrange(entries: readonly Entry[], filter: DocumentGroup | 'all', search: string): readonly Group[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const groups = new Map<DocumentGroup, Entry[]>(documentGroups.map((group) => [group, []]));
  for (const entry of entries) {
    const group = groupOf(entry);
    if (filter !== 'all' && filter !== group) continue;
    if (words.every((word) => searchable(entry).includes(word))) groups.get(group)?.push(entry);
  }
  return [...groups].flatMap(([group, found]) => (found.length > 0 ? [{ group, entries: found }] : []));
}

/** Gives the same groups as before as long as every entry has its place: a row that changed draws itself. */
export function createArrangement(): typeof arrange {
  let before: readonly Group[] = [];
  return (entries, filter, search) => {
    const now = arrange(entries, filter, search);
    if (!samePlaces(before, now)) before = now;
    return before;
  };
}

function samePlaces(before: readonly Group[], now: readonly Group[]): boolean {
  const same = ({ group, entries }: Group, other: Group | undefined) =>
    group === other?.group &&
    entries.length === other.entries.length &&
    entries.every(({ key }, index) => key === other.entries[index]?.key);
  return before.length === now.length && now.every((one, index) => same(one, before[index]));
}
