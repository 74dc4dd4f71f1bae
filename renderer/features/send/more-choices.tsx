import { useTranslation } from 'react-i18next';
import { Fold } from '../../ui/fold.tsx';
import { MoreFields } from './draft-fields.tsx';
import styles from './more-choices.module.css';
import type { Draft } from './sheet.ts';
import { setDraft } from './sheet-actions.ts';

interface MoreChoicesProps {
  readonly draft: Draft;
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Shows choices that most people never change. */
export function MoreChoices({ draft, isOpen, onOpenChange }: MoreChoicesProps) {
  const { t } = useTranslation();
  const hints = { alias: t('submission.aliasHint'), extra: t('send.extraHint') };
  return (
    <Fold title={t('send.more')} summary={t('send.moreSummary')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles['fields']}>
        <MoreFields draft={draft} onChange={setDraft} hints={hints} extraLines={3} />
      </div>
    </Fold>
  );
}
