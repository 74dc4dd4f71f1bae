import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import { Question } from '../../ui/question.tsx';
import { useFolderFiles } from './use-folder-files.ts';

interface SendQuestionProps {
  readonly folder: WatchedFolder;
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
}

const mostPeople = 5;

/** Says once more what would be sent now, and to whom, before a folder sends without asking. */
export function SendQuestion({ folder, onYes, onNo }: SendQuestionProps) {
  const { t } = useTranslation();
  const found = useFolderFiles(folder, 'all');
  if (found === null) return null;
  const going = found.files.filter(({ verdict }) =>
    ['would-send', 'would-hold', 'hour-limit', 'writing'].includes(verdict),
  );
  const all = [...new Set(going.flatMap(({ signees }) => signees))];
  const people = all.slice(0, mostPeople);
  if (all.length > people.length) people.push(t('submission.morePeople', { count: all.length - people.length }));
  const who = people.join(', ') || t('folders.byHand');
  const text = going.length === 0 ? t('folders.send.none') : t('folders.send.what', { count: going.length, who });
  return (
    <Question
      title={t('folders.send.title', { name: folder.name })}
      text={text}
      yes={t('folders.send.confirm')}
      look="primary"
      onYes={onYes}
      onNo={onNo}
    />
  );
}
