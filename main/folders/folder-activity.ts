import { z } from 'zod';
import {
  type FolderActivity,
  type FolderActivityFilter,
  type FolderLine,
  folderVerdictKind,
} from '../../preload/contract/folder.ts';
import { limits } from '../../preload/contract/limits.ts';
import { parseJson } from '../../shared/parse-json.ts';
import type { Journal } from '../journal/journal.ts';
import { firstMessage } from '../state/messages.ts';

const content = z.object({
  name: z.string().catch(''),
  movedTo: z.string().catch(''),
  verdict: folderVerdictKind.nullable().catch(null),
  submissionId: z.string().nullable().catch(null),
});

/** The events of a folder with the lines that the window shows for them, and their group. */
const kinds = {
  'folder-moved': ['moved', 'taken'],
  'folder-copy': ['copy', 'taken'],
  'folder-aside': ['aside', 'aside'],
  'folder-duplicate': ['duplicate', 'aside'],
  'folder-released': ['released', 'aside'],
  'folder-added': ['added', 'changes'],
  'folder-changed': ['changed', 'changes'],
  'folder-paused': ['paused', 'changes'],
  'folder-resumed': ['resumed', 'changes'],
  'folder-removed': ['removed', 'changes'],
} as const satisfies Record<string, readonly [FolderLine['kind'], FolderActivityFilter]>;
const isKnown = (kind: string): kind is keyof typeof kinds => kind in kinds;
const kindsOf = (filter: FolderActivityFilter) =>
  Object.keys(kinds).filter((kind) => isKnown(kind) && (filter === 'all' || kinds[kind][1] === filter));

/**
 * Reads the folder's activity, newest first: the files it took, the fate of the others, and the changes by a person.
 */
export function readActivity(journal: Journal, folderId: string, filter: FolderActivityFilter): FolderActivity {
  // One more than is shown tells whether there are more.
  const most = limits.folderLines + 1;
  const events = journal.historyOf(`folder:${folderId}`, kindsOf(filter), most);
  const told = events.flatMap(({ at, kind, content: text }): FolderLine[] => {
    if (!isKnown(kind)) return [];
    const { movedTo: to, ...found } = content.parse(parseJson(text) ?? {});
    return [{ at, kind: kinds[kind][0], to, ...found }];
  });
  const taken = filter === 'all' || filter === 'taken' ? journal.folderFiles.recent(folderId, most) : [];
  const began = taken.map(({ at, path: name, submissionId }): FolderLine => {
    return { at, kind: 'taken', name, to: '', verdict: null, submissionId };
  });
  const all = [...told, ...began].toSorted((one, other) => other.at - one.at);
  const lines = firstMessage(all.slice(0, limits.folderLines), (line) => line);
  return { lines, isCut: all.length > lines.length };
}
