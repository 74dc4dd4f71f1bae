import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ModeField } from './mode-field.tsx';
import styles from './send-sheet.module.css';
import type { Draft } from './sheet.ts';
import { setDraft } from './sheet-actions.ts';
import type { Modes } from './use-modes.ts';

interface HowProps {
  readonly draft: Draft;
  readonly modes: Modes;
}

/** Shows signature and law of the sheet, and says so if nobody knows which ones the account can use. */
export function How({ draft, modes: { known, problem, retry } }: HowProps) {
  const { t } = useTranslation();
  return (
    <div className={styles['how']} data-place="how">
      <ModeField draft={draft} known={known} onChange={setDraft} />
      {problem && (
        <p className={styles['unknown']}>
          {t('send.modesUnknown')}{' '}
          <Button look="quiet" onPress={retry}>
            {t('problem.retry')}
          </Button>
        </p>
      )}
    </div>
  );
}
