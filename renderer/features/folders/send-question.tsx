import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRuleInput, WatchedFolder } from '../../../preload/contract/folder.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Question } from '../../ui/question.tsx';

interface SendQuestionProps {
  readonly folder: WatchedFolder;
  /** The rule that is about to be saved. */
  readonly rule: FolderRuleInput;
  /** Answers yes. `print` stands for what the question showed. */
  readonly onYes: (print: string) => Promise<void>;
  readonly onNo: () => void;
  /** Tells why there is nothing to ask: the folder cannot be read now. */
  readonly onUnread: (why: Problem) => void;
}

/** Says once more what would be sent now, and to whom, before a folder sends without asking. */
export function SendQuestion({ folder, rule, onYes, onNo, onUnread }: SendQuestionProps) {
  const { t } = useTranslation();
  const { id, revision } = folder;
  // Main judges every file by the rule that is about to be saved, again when the files change.
  const found = useAnswer(() => bridge().folders.wouldSend({ id, rule }), [id, rule], revision);
  const isUnread = found?.isRead === false;
  useEffect(() => {
    if (isUnread) onUnread({ key: 'folder-unreachable', params: { folder: folder.path } });
  });
  if (found === null || isUnread) return null;
  const { documents, held, people, peopleCount, isByFields, print } = found;
  const more = peopleCount - people.length;
  const who = [
    ...people,
    ...(more > 0 ? [t('submission.morePeople', { count: more })] : []),
    ...(isByFields ? [t('folders.byHand')] : []),
  ].join(', ');
  const text = [
    documents === 0 ? t('folders.send.none') : t('folders.send.what', { count: documents, who }),
    ...(held > 0 ? [t('folders.send.held', { count: held })] : []),
  ].join(' ');
  return (
    <Question
      title={t('folders.send.title', { name: folder.name })}
      text={text}
      yes={t('folders.send.confirm')}
      look="primary"
      onYes={() => onYes(print)}
      onNo={onNo}
    />
  );
}
