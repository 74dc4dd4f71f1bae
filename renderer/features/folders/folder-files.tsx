import { useRef, useState } from 'react';
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
import { useAnswer } from '../../store/use-answer.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { TellRefusal } from '../../ui/tell-refusal.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { CompleteDialog } from './complete-dialog.tsx';
import { questionOf } from './file-question.ts';
import { FileRow, isCall } from './file-row.tsx';
import styles from './folders.module.css';
import { inOrder } from './in-order.ts';

const filters = ['all', 'needs-you', 'waiting', 'taken'] as const;
/** The files that are shown at first: below hundreds of files the next folder would be out of reach. */
const shownFirst = 25;

interface FolderFilesProps {
  readonly folder: WatchedFolder;
  readonly locale: string;
  /** Opens the rule of the folder, which has to be changed. */
  readonly onChange?: () => void;
}

interface Asked {
  readonly action: FolderFileAction;
  readonly file: FolderFile;
}

/** Groups files: what would be taken is above what stays where it is. */
function byWhatHappens(files: readonly FolderFile[]) {
  const groups = [
    { name: 'taken' as const, of: files.filter(isCall) },
    { name: 'left' as const, of: files.filter((file) => !isCall(file)) },
  ];
  return groups.filter(({ of }) => of.length > 0);
}

interface FileTableProps {
  readonly folder: WatchedFolder;
  readonly files: readonly FolderFile[];
  readonly locale: string;
  readonly onAction: (action: FolderFileAction, file: FolderFile) => void;
}

function FileTable({ folder, files, locale, onAction }: FileTableProps) {
  const { t } = useTranslation();
  const groups = folder.isPreview ? byWhatHappens(files) : [{ name: 'all' as const, of: files }];
  return (
    <table className={styles['table']} aria-label={t('folders.files', { name: folder.name })}>
      {groups.map(({ name, of }) => (
        <tbody key={name}>
          {name !== 'all' && (
            <tr>
              <th scope="rowgroup" colSpan={3} className={styles['group']}>
                {t(`folders.group.${name}`)}
              </th>
            </tr>
          )}
          {of.map((file) => (
            <FileRow
              key={file.key}
              folderId={folder.id}
              file={file}
              ownFolders={folder.ownFolders}
              goal={folder.rule.goal}
              locale={locale}
              onAction={onAction}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Asks about a file, and sends the answer. */
function useDecision(id: string) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function act(input: FolderAct): Promise<Problem | null> {
    const answer = await ask(bridge().folders.act(input));
    return answer.ok ? null : answer.problem;
  }
  /** Closes the question, and shows a refusal above the files. */
  async function actAndTell(input: FolderAct): Promise<void> {
    setAsked(null);
    setProblem(await act(input));
  }
  /** Leaves the dialog with what is typed if main refuses it. */
  async function complete(about: Asked, input: FolderAct): Promise<Problem | null> {
    const refusal = await act(input);
    // A person who saves again decides about what is there now. A later change is refused again.
    if (refusal?.key === 'shown-changed') {
      const { files } = await ask(bridge().folders.files({ id, filter: 'all' }));
      const file = files.find(({ key }) => key === about.file.key);
      setAsked((now) => (now === about && file !== undefined ? { ...about, file } : now));
    }
    return refusal;
  }

  /** Returns what the answer is about. Main refuses it if the file or its people have changed since. */
  const answered = ({ key, print }: FolderFile) => ({ id, key, print });

  return { asked, setAsked, problem, setProblem, actAndTell, complete, answered };
}

/** Shows the files in the folder, each with its verdict. */
export function FolderFiles({ folder, locale, onChange }: FolderFilesProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [filter, setFilter] = useState<FolderFilter>(!folder.isPreview && folder.needsYou > 0 ? 'needs-you' : 'all');
  const [isWhole, setWhole] = useState(false);
  const { id, revision } = folder;
  const found = useAnswer(() => bridge().folders.files({ id, filter }), [id, filter], revision);
  const files = inOrder(found?.files ?? [], ({ key }) => key, locale);
  const { asked, setAsked, problem, setProblem, actAndTell, complete, answered } = useDecision(id);
  const ordered = folder.isPreview
    ? files.toSorted((one, other) => Number(isCall(other)) - Number(isCall(one)))
    : files;
  const shown = isWhole ? ordered : ordered.slice(0, shownFirst);

  // The pressed button leaves the list with its row.
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box, () => box.current);

  function press(action: FolderFileAction, file: FolderFile): void {
    if (action === 'change-folder') onChange?.();
    else if (action === 'aside') void run(() => actAndTell({ ...answered(file), action }));
    else setAsked({ action, file });
  }

  const question = asked === null ? null : questionOf(asked, folder.rule.goal, t);
  return (
    <div ref={box} className={styles['files']} tabIndex={-1}>
      {!folder.isPreview && (
        <Choice
          label={t('folders.filter.label')}
          value={filter}
          options={filters.map((one) => ({ id: one, text: t(`folders.filter.${one}`) }))}
          onChange={(chosen) => {
            setFilter(chosen);
            setWhole(false);
          }}
        />
      )}
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      {found !== null && folder.lastLook !== null && files.length === 0 && (
        <p className={styles['hint']}>{t('folders.noFiles')}</p>
      )}
      {files.length > 0 && <FileTable folder={folder} files={shown} locale={locale} onAction={press} />}
      {shown.length < files.length && (
        <Actions>
          <Button onPress={() => setWhole(true)}>
            {t('folders.showMore', { count: files.length - shown.length })}
          </Button>
        </Actions>
      )}
      {found !== null && shown.length === files.length && found.all > files.length && (
        <p className={styles['hint']}>{t('folders.cut', { shown: files.length, all: found.all })}</p>
      )}
      {asked !== null && question !== null && (
        <Question
          title={question.title}
          text={question.text}
          yes={question.yes}
          onYes={() => run(() => actAndTell({ ...answered(asked.file), action: question.action }))}
          onNo={() => setAsked(null)}
        />
      )}
      {asked?.action === 'complete' && (
        <TellRefusal value={setProblem}>
          <CompleteDialog
            name={asked.file.key}
            onSave={(signees, remember) =>
              complete(asked, {
                ...answered(asked.file),
                action: 'complete',
                signees: [...signees],
                remember,
              })
            }
            onClose={() => setAsked(null)}
          />
        </TellRefusal>
      )}
    </div>
  );
}
