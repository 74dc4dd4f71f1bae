import { FileCheck, FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import { sayDate } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import { useOfferedActions } from '../../store/row-actions.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { CopyVerdict } from './copy-verdict.tsx';
import styles from './documents.module.css';
import { DraggableCopy } from './draggable-copy.tsx';
import { hasCopy } from './entry/due-text.ts';
import { isCopyLost, useCopyCall } from './use-copy-call.ts';

/** Shows the signed copy on this computer, or why it is missing. */
export function CopySection({ document }: { document: DocumentEntry }) {
  const { t } = useTranslation();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const { id, saved, saveProblem, goneAt, verdict } = document;
  const { problem, call } = useCopyCall(id);
  const isNoted = isCopyLost(saveProblem) || saveProblem?.key === 'copy-receipt';
  const noted = isNoted || goneAt === null ? saveProblem : null;
  const shown = problem ?? noted;
  const lost = isCopyLost(shown) || (saved !== null && !hasCopy(document));
  // The service may have served a file too early, and have the right one now.
  const isBad = verdict?.level === 'alarm';
  const maySave = goneAt === null && (!saved || lost || isBad);
  useOfferedActions(
    'copy',
    saved
      ? [
          { id: 'copy open', label: t('copy.open'), act: () => void call('open') },
          { id: 'copy show', label: t('copy.show'), act: () => void call('show') },
        ]
      : [],
  );
  return (
    <section className={styles['copy']}>
      <h3>{t('copy.title')}</h3>
      {saved && (
        <p>
          <DraggableCopy id={id} text={shownName(saved.name)} />
          <small>{t('copy.savedAt', { date: sayDate(saved.at, locale) })}</small>
        </p>
      )}
      {!saved && !shown && <p>{t(goneAt === null ? 'copy.missing' : 'copy.lost')}</p>}
      {shown && <Notice problem={shown} silent={problem === null} />}
      {(saved || maySave) && (
        <Actions>
          {saved && (
            <>
              <Button look={lost || isBad ? 'plain' : 'primary'} onPress={() => void call('open')}>
                <FileCheck size={16} aria-hidden="true" />
                {t('copy.open')}
              </Button>
              <Button onPress={() => void call('show')}>
                <FolderOpen size={16} aria-hidden="true" />
                {t('copy.show')}
              </Button>
            </>
          )}
          {maySave && <Button onPress={() => void call('save')}>{t(saved ? 'copy.saveAgain' : 'copy.save')}</Button>}
        </Actions>
      )}
      {saved && <CopyVerdict document={document} isLost={lost} />}
    </section>
  );
}
