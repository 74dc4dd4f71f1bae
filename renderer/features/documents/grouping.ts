import type { DocumentEntry } from '../../../preload/contract/document.ts';
import type { State } from '../../../preload/contract/state.ts';
import type { SubmissionRow } from '../../../preload/contract/submission.ts';
import { type Entries, type Entry, entriesOf, nameOf, speakingDocument } from './entry/entry.ts';

export const documentGroups = ['needsYou', 'sending', 'waiting', 'finished', 'drafts', 'other'] as const;
export type DocumentGroup = (typeof documentGroups)[number];

/** Unknown statuses have a group of their own. Nobody waits for a document that the service has deleted. */
function groupOfDocument({ documentStatus, goneAt }: DocumentEntry): DocumentGroup {
  if (goneAt !== null) return 'finished';
  switch (documentStatus) {
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

/** Commands on a finished document. It stays in its group for the seconds they take. */
const inPlace: readonly SubmissionRow['step'][] = ['update', 'withdraw', 'delete'];

/**
 * The group of an entry. A held submission waits for the person to press Send, so it needs them: among the drafts,
 * which the service already has, people would forget it.
 */
function groupOf(entry: Entry): DocumentGroup {
  const { document, submission } = entry;
  if (submission === null) return groupOfDocument(entry.document);
  const { phase, step, cancelled, orphans } = submission;
  if (phase === 'held' || phase === 'needs-you' || orphans.length > 0) return 'needsYou';
  if (phase === 'done') return groupOfEnd(entry, submission);
  if (!inPlace.includes(step) || cancelled) return 'sending';
  if (document) return groupOfDocument(document);
  return step === 'withdraw' ? 'waiting' : 'drafts';
}

function groupOfEnd(entry: Entry, { end, finishedAt }: SubmissionRow): DocumentGroup {
  const document = speakingDocument(entry);
  if (document) return groupOfDocument(document);
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

/** Lower case without accents, as the journal searches, too. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

const folded = new WeakMap<Entry, string>();

/** All text of an entry that the search looks at. */
function searchable(entry: Entry): string {
  const known = folded.get(entry);
  if (known !== undefined) return known;
  const { submission } = entry;
  const more = submission ? [submission.name, submission.alias, submission.comment, ...submission.signees] : [];
  const text = fold([nameOf(entry), ...more].join('\n'));
  folded.set(entry, text);
  return text;
}

/** The groups in order, without empty ones. A search finds entries that contain all its words. */
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

/** Returns the same groups as before while every entry keeps its place: a changed row renders itself. */
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
