import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderLine, WatchedFolder } from '../../../preload/contract/folder.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayDate } from '../../language/say-moment.ts';
import { showFault } from '../../store/ui.ts';
import styles from './folders.module.css';

interface FolderActivityProps {
  readonly folder: WatchedFolder;
  readonly locale: string;
}

interface Found {
  readonly revision: number;
  readonly lines: readonly FolderLine[];
}

/** What the folder did, newest first. */
export function FolderActivity({ folder: { id, revision }, locale }: FolderActivityProps) {
  const { t } = useTranslation();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isLeft = false;
    async function read(): Promise<void> {
      const answer = await ask(bridge().folders.activity({ id }));
      if (!isLeft) setFound({ ...answer, revision });
    }
    read().catch(showFault);
    return () => {
      isLeft = true;
    };
  }, [id, revision]);
  if (found === null) return null;
  const { lines } = found;
  if (lines.length === 0) return <p className={styles['hint']}>{t('folders.line.none')}</p>;
  return (
    <ul className={styles['lines']}>
      {lines.map(({ at, kind, name, verdict, submissionId }) => (
        <li key={`${at} ${kind} ${name} ${submissionId}`}>
          <span className={styles['hint']}>{sayDate(at, locale)}</span>
          <span>
            {t(`folders.line.${kind}`, { name })}
            {verdict !== null && ` (${t(`folders.verdict.${verdict}`)})`}
          </span>
        </li>
      ))}
    </ul>
  );
}
