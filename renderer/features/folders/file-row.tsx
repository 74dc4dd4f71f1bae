import { useTranslation } from 'react-i18next';
import type { FolderFile, FolderFileAction, WatchedFolder } from '../../../preload/contract/folder.ts';
import { whyOf } from '../../../shared/folder-why.ts';
import { bridge } from '../../bridge/bridge.ts';
import { sayMoment } from '../../language/say-moment.ts';
import { openRow } from '../../store/ui.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { EffectButton } from '../../ui/effect-button.tsx';
import { actionText } from './file-question.ts';
import styles from './folders.module.css';

const editors: Readonly<Record<string, string>> = { office: 'Word / Excel', libreoffice: 'LibreOffice' };
/** Tells whether the file is taken, so that people are asked to sign it. */
export const isCall = ({ verdict }: FolderFile): boolean =>
  ['would-send', 'would-hold', 'hour-limit'].includes(verdict);

interface FileRowProps {
  readonly folderId: string;
  readonly file: FolderFile;
  readonly ownFolders: WatchedFolder['ownFolders'];
  readonly goal: WatchedFolder['rule']['goal'];
  readonly locale: string;
  readonly onAction: (action: FolderFileAction, file: FolderFile) => void;
}

/** Says what a person should know of the file before it is sent, and who signed it already. */
function FileRemarks({
  folderId: id,
  file: { key, print },
  locale,
}: Pick<FileRowProps, 'folderId' | 'file' | 'locale'>) {
  const { t } = useTranslation();
  // The sentences come from main, in the language of the moment.
  const answer = useAnswer(() => bridge().folders.remarks({ id, key }), [id, key], `${print} ${locale}`);
  const { remarks, signed } = answer?.ok === true ? answer : { remarks: [], signed: [] };
  const texts = remarks.map((remark) =>
    remark === 'signed' && signed.length > 0 ? signed.join(' ') : t(`send.remarkText.${remark}`),
  );
  return texts.map((text) => (
    <span key={text} className={styles['why']}>
      {text}
    </span>
  ));
}

/** Shows a file with its verdict, the reason, and what a person may do. */
export function FileRow({ folderId, file, ownFolders, goal, locale, onAction }: FileRowProps) {
  const { t } = useTranslation();
  const { key, verdict, problem, at, signees, signeeCount, submissionId, isAside, actions } = file;
  const who = verdict === 'open' ? (editors[file.who] ?? '') : verdict === 'mode-not-open' ? '' : file.who;
  const time = at === null ? '' : sayMoment(at, locale);
  // The group and the people say the rest.
  const isSaid = verdict === 'would-send' || verdict === 'would-hold';
  const why = isSaid
    ? ''
    : problem === null
      ? t(`folders.why.${whyOf(verdict, who)}`, { who, time, file: key })
      : t(`problem.${problem.key}.what`, problem.params);
  const more = signeeCount - signees.length;
  const people = [...signees, ...(more > 0 ? [t('submission.morePeople', { count: more })] : [])].join(', ');
  const to = isCall(file) ? people || t('folders.byHand') : '';
  const help = isAside && actions.length === 0 && verdict !== 'writing' ? t('folders.asideHint') : '';
  const aside = verdict === 'duplicate' ? ownFolders.duplicates : ownFolders.attention;
  const slash = key.lastIndexOf('/') + 1;
  return (
    <tr>
      <th scope="row">
        <span className={styles['fileName']}>{key.slice(slash)}</span>
        {slash > 0 && <span className={styles['hint']}>{key.slice(0, slash - 1)}</span>}
      </th>
      <td>
        {to !== '' && <strong className={styles['to']}>{to}</strong>}
        <span className={to === '' ? styles['strong'] : styles['why']}>{t(`folders.verdict.${verdict}`)}</span>
        <span className={styles['why']}>{[why, help].filter(Boolean).join(' ')}</span>
        {file.hasRemarks && <FileRemarks folderId={folderId} file={file} locale={locale} />}
      </td>
      <td className={styles['acts']}>
        {submissionId !== null && (
          <Button
            aria-label={t('profiles.of', { what: t('folders.inList'), name: key })}
            onPress={() => openRow(`submission:${submissionId}`)}
          >
            {t('folders.inList')}
          </Button>
        )}
        {actions.map((action) => (
          <EffectButton
            key={action}
            look={action === 'aside' ? 'quiet' : 'plain'}
            effect={action === 'aside' ? t('folders.asideEffect', { folder: aside }) : null}
            aria-label={t('profiles.of', { what: actionText(action, goal, t), name: key })}
            onPress={() => onAction(action, file)}
          >
            {actionText(action, goal, t)}
          </EffectButton>
        ))}
      </td>
    </tr>
  );
}
