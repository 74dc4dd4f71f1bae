import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import { openFolder } from '../../store/ui.ts';
import { Button } from '../../ui/button.tsx';
import { foldersByMeaning, type ProfileChange } from './folder-meanings.ts';
import styles from './profiles.module.css';

interface ProfileFoldersProps extends ProfileChange {
  readonly folders: readonly WatchedFolder[];
}

/** Shows the watched folders that use a profile, and what changing or deleting it means for each. */
export function ProfileFolders(props: ProfileFoldersProps) {
  const { t } = useTranslation();
  const found = foldersByMeaning(props.folders, props, t);
  if (found.size === 0) return null;
  return (
    <section className={styles['folders']} aria-label={t('profiles.folders.title')}>
      <p>{t('profiles.folders.title')}</p>
      <ul>
        {[...found].map(([meaning, folders]) => (
          <li key={meaning}>
            <span className={styles['links']}>
              {folders.map((folder) => (
                <FolderLink key={folder.id} folder={folder} />
              ))}
            </span>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the watched folders that send nothing by a changed profile before a person has confirmed its people. */
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
