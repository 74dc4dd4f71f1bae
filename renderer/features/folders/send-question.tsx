import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRuleInput, SendingPreview, WatchedFolder } from '../../../preload/contract/folder.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { showFault } from '../../store/ui.ts';
import { Question } from '../../ui/question.tsx';

interface SendQuestionProps {
  readonly folder: WatchedFolder;
  /** The rule that is about to be saved. */
  readonly rule: FolderRuleInput;
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
}

/** Main judges every file by the rule that is about to be saved, again when the files change. */
function useSendingPreview({ id, revision }: WatchedFolder, rule: FolderRuleInput): SendingPreview | null {
  const [found, setFound] = useState<(SendingPreview & { readonly revision: number }) | null>(null);
  useEffect(() => {
    let isLeft = false;
    async function read(): Promise<void> {
      const answer = await ask(bridge().folders.wouldSend({ id, rule }));
      if (!isLeft) setFound({ ...answer, revision });
    }
    read().catch(showFault);
    return () => {
      isLeft = true;
    };
  }, [id, revision, rule]);
  return found;
}

/** Says once more what would be sent now, and to whom, before a folder sends without asking. */
export function SendQuestion({ folder, rule, onYes, onNo }: SendQuestionProps) {
  const { t } = useTranslation();
  const found = useSendingPreview(folder, rule);
  if (found === null) return null;
  const { documents, held, people, peopleCount, isByFields } = found;
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
      onYes={onYes}
      onNo={onNo}
    />
  );
}
