import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import { openFolder } from '../../store/ui.ts';
import { Button } from '../../ui/button.tsx';
import styles from './profiles.module.css';

interface ProfileFoldersProps {
  readonly profileId: string;
  readonly folders: readonly WatchedFolder[];
  readonly change: 'edit' | 'remove';
}

/** What a change of the profile means for a folder. Null: nothing. */
function meaningFor({ rule, ...folder }: WatchedFolder, props: ProfileFoldersProps, t: TFunction): string | null {
  const { goal } = rule;
  if (folder.isPreview) return null;
  if (rule.profileId === props.profileId)
    return t(props.change === 'remove' ? 'profiles.folders.removed' : `profiles.folders.changed.${goal}`);
  if (!folder.subFolderProfiles.includes(props.profileId)) return null;
  // Without this profile the sub-folder goes by the profile of the folder.
  const instead =
    folder.profileName === null
      ? t('profiles.folders.removed')
      : t(`profiles.folders.instead.${goal}`, { profile: folder.profileName });
  const parts = [t('profiles.folders.subFolder')];
  if (props.change === 'remove') parts.push(t('profiles.folders.afterRemoval'), instead);
  else parts.push(t(`profiles.folders.changed.${goal}`), t('profiles.folders.afterRename'), instead);
  return parts.join(' ');
}

/** The watched folders that use a profile, and what changing or deleting it means for each. */
export function ProfileFolders(props: ProfileFoldersProps) {
  const { t } = useTranslation();
  const found = props.folders.flatMap((folder) => {
    const meaning = meaningFor(folder, props, t);
    return meaning === null ? [] : [{ folder, meaning }];
  });
  if (found.length === 0) return null;
  return (
    <section className={styles['folders']} aria-label={t('profiles.folders.title')}>
      <p>{t('profiles.folders.title')}</p>
      <ul>
        {found.map(({ folder, meaning }) => (
          <li key={folder.id}>
            <FolderLink folder={folder} />
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The watched folders that send nothing by a changed profile before a person has confirmed its people. */
export function WaitingFolders({
  profile,
  folders,
}: {
  readonly profile: string;
  readonly folders: readonly WatchedFolder[];
}) {
  const { t } = useTranslation();
  const waiting = folders.filter(({ unconfirmed }) => unconfirmed?.profiles.includes(profile) === true);
  if (waiting.length === 0) return null;
  return (
    <p className={styles['waiting']}>
      <span>{t('profiles.folders.waiting')}</span>
      {waiting.map((folder) => (
        <FolderLink key={folder.id} folder={folder} />
      ))}
    </p>
  );
}

function FolderLink({ folder: { id, name } }: { readonly folder: WatchedFolder }) {
  const { t } = useTranslation();
  return (
    <Button
      look="quiet"
      aria-label={t('profiles.of', { what: t('profiles.folders.open'), name })}
      onPress={() => openFolder(id)}
    >
      {name}
    </Button>
  );
}
