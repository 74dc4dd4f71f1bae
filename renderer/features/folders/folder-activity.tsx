import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderActivityFilter, WatchedFolder } from '../../../preload/contract/folder.ts';
import { bridge } from '../../bridge/bridge.ts';
import { sayDate } from '../../language/say-moment.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './folders.module.css';

interface FolderActivityProps {
  readonly folder: WatchedFolder;
  readonly locale: string;
}

const filters = ['all', 'taken', 'aside', 'changes'] as const;

/** Shows what the folder did, newest first. */
export function FolderActivity({ folder: { id, revision }, locale }: FolderActivityProps) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<FolderActivityFilter>('all');
  const found = useAnswer(() => bridge().folders.activity({ id, filter }), [id, filter], revision);
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
                {t(`folders.line.${kind}`, { name, to, folder: to.slice(0, to.indexOf('/')) })}
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
