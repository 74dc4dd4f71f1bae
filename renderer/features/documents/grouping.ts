import type { DocumentEntry } from '../../../preload/contract/document.ts';

export const documentGroups = ['needsYou', 'waiting', 'finished', 'drafts', 'other'] as const;
export type DocumentGroup = (typeof documentGroups)[number];

/** Where a document stands for the person who sent it. A status nobody knows yet has a place of its own. */
function groupOf(entry: DocumentEntry): DocumentGroup {
  switch (entry.documentStatus) {
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

export type Counts = Readonly<Record<DocumentGroup | 'all', number>>;

export function countGroups(entries: readonly DocumentEntry[]): Counts {
  const counts = { all: entries.length, needsYou: 0, waiting: 0, finished: 0, drafts: 0, other: 0 };
  for (const entry of entries) counts[groupOf(entry)] += 1;
  return counts;
}

export interface Group {
  readonly group: DocumentGroup;
  readonly entries: readonly DocumentEntry[];
}

const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** The list as it is shown: groups in their order, each as the service ordered it, without empty ones. */
export function arrange(
  entries: readonly DocumentEntry[],
  filter: DocumentGroup | 'all',
  search: string,
): readonly Group[] {
  const wanted = fold(search.trim());
  const groups = new Map<DocumentGroup, DocumentEntry[]>(documentGroups.map((group) => [group, []]));
  for (const entry of entries) {
    const group = groupOf(entry);
    if (filter !== 'all' && filter !== group) continue;
    if (wanted === '' || fold(entry.name).includes(wanted)) groups.get(group)?.push(entry);
  }
  return [...groups].flatMap(([group, found]) => (found.length > 0 ? [{ group, entries: found }] : []));
}
