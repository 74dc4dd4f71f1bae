import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  FolderAct,
  FolderFile,
  FolderFileAction,
  FolderFilter,
  WatchedFolder,
} from '../../../preload/contract/folder.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Choice } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { CompleteDialog } from './complete-dialog.tsx';
import { FileRow } from './file-row.tsx';
import styles from './folders.module.css';
import { useFolderFiles } from './use-folder-files.ts';

const filters = ['all', 'needs-you', 'waiting', 'taken'] as const;

interface FolderFilesProps {
  readonly folder: WatchedFolder;
  readonly locale: string;
  /** The rule of the folder has to be changed. */
  readonly onChange?: () => void;
}

interface Asked {
  readonly action: FolderFileAction;
  readonly file: FolderFile;
}

/** The files that lie in the folder now, each with its verdict. */
export function FolderFiles({ folder, locale, onChange }: FolderFilesProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [filter, setFilter] = useState<FolderFilter>(folder.needsYou > 0 ? 'needs-you' : 'all');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const found = useFolderFiles(folder, filter);
  const { id } = folder;

  async function act(wish: FolderAct): Promise<void> {
    setAsked(null);
    const answer = await ask(bridge().folders.act(wish));
    setProblem(answer.ok ? null : answer.problem);
  }

  function press(action: FolderFileAction, file: FolderFile): void {
    if (action === 'change-folder') onChange?.();
    else if (action === 'aside') void run(() => act({ id, key: file.key, action }));
    else setAsked({ action, file });
  }

  const question = asked?.action === 'release' ? 'release' : asked?.action === 'send-anyway' ? 'sendAnyway' : null;
  return (
    <div className={styles['files']}>
      {!folder.isPreview && (
        <Choice
          label={t('folders.filter.label')}
          value={filter}
          options={filters.map((one) => ({ id: one, text: t(`folders.filter.${one}`) }))}
          onChange={setFilter}
        />
      )}
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      {found !== null && found.files.length === 0 && <p className={styles['hint']}>{t('folders.noFiles')}</p>}
      {found !== null && found.files.length > 0 && (
        <table className={styles['table']} aria-label={t('folders.files', { name: folder.name })}>
          <tbody>
            {found.files.map((file) => (
              <FileRow key={file.key} file={file} locale={locale} onAction={press} />
            ))}
          </tbody>
        </table>
      )}
      {found !== null && found.all > found.files.length && (
        <p className={styles['hint']}>{t('folders.cut', { shown: found.files.length, all: found.all })}</p>
      )}
      {asked !== null && question !== null && (
        <Question
          title={t(`folders.ask.${question}Title`, { name: shownName(asked.file.key) })}
          text={t(`folders.ask.${question}Text`, { who: asked.file.who })}
          yes={t(`folders.ask.${question}Confirm`)}
          onYes={() => act({ id, key: asked.file.key, action: question === 'release' ? 'release' : 'send-anyway' })}
          onNo={() => setAsked(null)}
        />
      )}
      {asked?.action === 'complete' && (
        <CompleteDialog
          name={asked.file.key}
          onSave={(signees, remember) =>
            run(() => act({ id, key: asked.file.key, action: 'complete', signees: [...signees], remember }))
          }
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
