import type { Journal } from '../journal/journal.ts';
import { type FolderRule, folderRule } from './folder-rule.ts';

type Stored = Pick<Journal, 'connections' | 'folders'>;

const storedFolders = ({ connections, folders }: Stored) => connections.list().flatMap(({ id }) => folders.of(id));

/** How many rules this version cannot read: their folders are not watched. */
export const unreadableRules = (journal: Stored): number =>
  journal.folders.unreadable() +
  storedFolders(journal).filter(({ content }) => !folderRule.safeParse(content).success).length;

/** A rule of an older journal: the person may have changed it since, and our claims may be of submissions it does not know. */
export const heldRule = (rule: FolderRule, now: number): FolderRule => ({
  ...rule,
  pause: { until: null },
  claimsSince: now,
});

/** Stores that no folder of an older journal takes anything before a person resumes it. Returns how many folders there are. */
export function holdFolders(journal: Stored, now: number): number {
  let count = 0;
  for (const folder of storedFolders(journal)) {
    const rule = folderRule.safeParse(folder.content);
    if (!rule.success) continue;
    journal.folders.save({ ...folder, content: heldRule(rule.data, now) }, now, 'folder-paused');
    count += 1;
  }
  return count;
}
