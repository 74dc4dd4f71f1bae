import { FileX, FolderOpen, ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import { sayDate } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import { useOfferedActions } from '../../store/row-actions.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './documents.module.css';
import { isCopyLost, useCopyCall } from './use-copy-call.ts';

const SignatureSheet = lazyPart(async () => (await import('./signature-sheet.tsx')).SignatureSheet);

/** Shows the file of a rejected or withdrawn document. Never call it a signed copy here. */
export function RescueSection({ document }: { document: DocumentEntry }) {
  const { t } = useTranslation();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const { id, rescued, saveProblem, goneAt } = document;
  const { problem, call } = useCopyCall(id);
  const [isChecking, setChecking] = useState(false);
  const shown = problem ?? (goneAt === null ? saveProblem : null);
  const maySave = goneAt === null && (rescued === null || isCopyLost(problem));
  useOfferedActions('copy', [
    ...(rescued === null
      ? []
      : [
          { id: 'copy open', label: t('copy.open'), act: () => void call('open') },
          { id: 'copy show', label: t('copy.show'), act: () => void call('show') },
          { id: 'signatures', label: t('verdict.check'), act: () => setChecking(true) },
        ]),
    ...(maySave ? [{ id: 'copy save', label: t('copy.rescueSave'), act: () => void call('save') }] : []),
  ]);
  return (
    <section className={styles['copy']}>
      <h3>{t('copy.rescueTitle')}</h3>
      {rescued === null ? (
        !shown && <p>{t(goneAt === null ? 'copy.rescueMissing' : 'copy.rescueLost')}</p>
      ) : (
        <p>
          <span>{shownName(rescued.name)}</span>
          <small>
            {t('copy.savedAt', { date: sayDate(rescued.at, locale) })} · {t('copy.rescueSaved')}
          </small>
        </p>
      )}
      {shown && <Notice problem={shown} silent={problem === null} />}
      {(rescued !== null || maySave) && (
        <Actions>
          {rescued !== null && (
            <>
              <Button onPress={() => void call('open')}>
                <FileX size={16} aria-hidden="true" />
                {t('copy.open')}
              </Button>
              <Button onPress={() => void call('show')}>
                <FolderOpen size={16} aria-hidden="true" />
                {t('copy.show')}
              </Button>
              <Button aria-haspopup="dialog" onPress={() => setChecking(true)}>
                <ShieldQuestionMark size={16} aria-hidden="true" />
                {t('verdict.check')}
              </Button>
            </>
          )}
          {maySave && <Button onPress={() => void call('save')}>{t('copy.rescueSave')}</Button>}
        </Actions>
      )}
      {isChecking && <SignatureSheet key={id} id={id} onClose={() => setChecking(false)} />}
    </section>
  );
}
