import type { Journal } from '../journal/journal.ts';
import { type FolderRule, folderRule } from './folder-rule.ts';

/** A rule of an older journal: the person may have changed it since, and our claims may be of submissions it does not know. */
export const heldRule = (rule: FolderRule, now: number): FolderRule => ({
  ...rule,
  pause: { until: null },
  claimsSince: now,
});

/** Stores that no folder of an older journal takes anything before a person resumes it. Returns how many folders there are. */
export function holdFolders({ connections, folders }: Pick<Journal, 'connections' | 'folders'>, now: number): number {
  let count = 0;
  for (const { id: connectionId } of connections.list())
    for (const folder of folders.of(connectionId)) {
      const rule = folderRule.safeParse(folder.content);
      if (!rule.success) continue;
      folders.save({ ...folder, content: heldRule(rule.data, now) }, now, 'folder-paused');
      count += 1;
    }
  return count;
}
