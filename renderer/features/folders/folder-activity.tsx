import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  FolderActivity as Activity,
  FolderActivityFilter,
  WatchedFolder,
} from '../../../preload/contract/folder.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayDate } from '../../language/say-moment.ts';
import { showFault } from '../../store/ui.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './folders.module.css';

interface FolderActivityProps {
  readonly folder: WatchedFolder;
  readonly locale: string;
}

const filters = ['all', 'taken', 'aside', 'changes'] as const;

/** What the folder did, newest first. */
export function FolderActivity({ folder: { id, revision }, locale }: FolderActivityProps) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<FolderActivityFilter>('all');
  const [found, setFound] = useState<Activity | null>(null);
  // The folder grows its revision with each change.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    let isLeft = false;
    async function read(): Promise<void> {
      const answer = await ask(bridge().folders.activity({ id, filter }));
      if (!isLeft) setFound(answer);
    }
    read().catch(showFault);
    return () => {
      isLeft = true;
    };
  }, [id, revision, filter]);
  return (
    <div className={styles['files']}>
      <Choice
        label={t('folders.activityFilter.label')}
        value={filter}
        options={filters.map((one) => ({ id: one, text: t(`folders.activityFilter.${one}`) }))}
        onChange={setFilter}
      />
      {found !== null && found.lines.length === 0 && <p className={styles['hint']}>{t('folders.line.none')}</p>}
      {found !== null && found.lines.length > 0 && (
        <ul className={styles['lines']} aria-label={t('folders.activity')}>
          {found.lines.map(({ at, kind, name, to, verdict, submissionId }) => (
            <li key={`${at} ${kind} ${name} ${submissionId}`}>
              <span className={styles['hint']}>{sayDate(at, locale)}</span>
              <span>
                {t(`folders.line.${kind}`, { name, to })}
                {verdict !== null && ` (${t(`folders.verdict.${verdict}`)})`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {found?.isCut === true && (
        <p className={styles['hint']}>{t('folders.activityCut', { count: found.lines.length })}</p>
      )}
    </div>
  );
}
