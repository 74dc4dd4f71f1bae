import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { useLocked } from '../../store/locked.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Notice } from '../../ui/notice.tsx';
import { changeFolder } from '../account/change-folder.ts';
import styles from './settings.module.css';

/** Shows the folder for signed copies of each connection. */
export function CopyFolders({ connections }: { readonly connections: readonly Connection[] }) {
  const { t } = useTranslation();
  const isLocked = useLocked('copiesFolder');
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <>
      <ul className={card['cards']}>
        {connections.map(({ id, fields: { name }, savedCopies }) => (
          <li key={id} className={styles['row']}>
            <div className={styles['place']}>
              {connections.length > 1 && <span className={styles['rowLabel']}>{name}</span>}
              <span className={`${styles['path']} ${styles['quiet']}`}>{savedCopies}</span>
            </div>
            <Button
              isDisabled={isLocked}
              aria-label={t('profiles.of', { what: t('settings.changeFolder'), name })}
              onPress={() => void changeFolder(id).then(setProblem)}
            >
              {t('settings.changeFolder')}
            </Button>
          </li>
        ))}
      </ul>
      {isLocked && <LockedNote />}
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
    </>
  );
}
