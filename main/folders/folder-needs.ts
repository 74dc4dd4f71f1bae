import { basename } from 'node:path';
import type { WatchedFolder } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { NeedyFolder } from '../notifications/news.ts';
import { needsYou } from './folder-view.ts';
import type { Watched } from './watched-folder.ts';

/** One folder does not fill the memory of what was told. */
const mostFiles = 200;

function problemOf(status: WatchedFolder['status'], folder: string): Problem | null {
  if (status === 'replaced') return null;
  return status === 'read-only'
    ? { key: 'folder-read-only', params: { folder, code: '' } }
    : { key: 'folder-unreachable', params: { folder } };
}

/** What a person away from the window has to know of a folder. */
export function needsOf({ id: folderId, connectionId, root, worker }: Watched): readonly NeedyFolder[] {
  const { status } = worker.view();
  const troubledAt = worker.troubledAt();
  const common = { connectionId, folderId };
  if (troubledAt !== null) {
    // Once a day: a drive that comes and goes must not call all the time.
    const key = `folder|${folderId}|${status}|${new Date(troubledAt).toDateString()}`;
    const why = status === 'replaced' ? { why: { kind: status, who: '', at: null } } : {};
    return [{ ...common, key, name: basename(root), problem: problemOf(status, root), ...why, isFolder: true }];
  }
  const files: NeedyFolder[] = [];
  for (const entry of worker.entries.values()) {
    if (files.length === mostFiles) break;
    const { file, verdict } = entry;
    // A file that was set aside has another path and the same look.
    if (verdict !== null && needsYou(entry))
      files.push({
        ...common,
        key: `folder-file|${folderId}|${file.look}|${verdict.kind}`,
        name: file.name,
        problem: verdict.problem,
        why: { kind: verdict.kind, who: verdict.who, at: verdict.at },
        isFolder: false,
      });
  }
  return files;
}
