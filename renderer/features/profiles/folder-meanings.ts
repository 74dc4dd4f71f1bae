import type { TFunction } from 'i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';

/** A profile that a person edits or deletes. */
export interface ProfileChange {
  readonly profileId: string;
  readonly change: 'edit' | 'remove';
}

type Affected = Pick<WatchedFolder, 'isPreview' | 'profileName' | 'subFolderProfiles'> & {
  readonly rule: Pick<WatchedFolder['rule'], 'goal' | 'profileId'>;
};

/** Says what a change of the profile means for a folder. Null: nothing. */
function meaningFor({ rule, ...folder }: Affected, wish: ProfileChange, t: TFunction): string | null {
  const { goal } = rule;
  if (folder.isPreview) return null;
  if (rule.profileId === wish.profileId)
    return t(wish.change === 'remove' ? 'profiles.folders.removed' : `profiles.folders.changed.${goal}`);
  if (!folder.subFolderProfiles.includes(wish.profileId)) return null;
  // Without this profile the sub-folder goes by the profile of the folder.
  const instead =
    folder.profileName === null
      ? t('profiles.folders.removed')
      : t(`profiles.folders.instead.${goal}`, { profile: folder.profileName });
  const parts = [t('profiles.folders.subFolder')];
  if (wish.change === 'remove') parts.push(t('profiles.folders.afterRemoval'), instead);
  else parts.push(t(`profiles.folders.changed.${goal}`), t('profiles.folders.afterRename'), instead);
  return parts.join(' ');
}

/** Groups the folders that a change of the profile affects by what it means for them: most have the same sentence. */
export function foldersByMeaning<Folder extends Affected>(
  folders: readonly Folder[],
  wish: ProfileChange,
  t: TFunction,
): ReadonlyMap<string, readonly Folder[]> {
  const found = new Map<string, Folder[]>();
  for (const folder of folders) {
    const meaning = meaningFor(folder, wish, t);
    if (meaning !== null) found.set(meaning, [...(found.get(meaning) ?? []), folder]);
  }
  return found;
}
