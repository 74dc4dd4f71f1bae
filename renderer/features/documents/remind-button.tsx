import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './document-list.module.css';
import { askRows } from './rows/asked-rows.ts';
import { IsEntrance } from './rows/is-entrance.ts';
import { TellRefusal } from './submission/row-commands.tsx';

/**
 * Reminds whoever has to sign now. It covers the deadline while the pointer, the focus or the selection is on the row.
 */
export function RemindButton({ rowKey, name }: { readonly rowKey: string; readonly name: string }) {
  const { t } = useTranslation();
  const tell = use(TellRefusal);
  const isEntrance = use(IsEntrance);
  return (
    <span className={styles['remind']} data-at-hand>
      <Button
        aria-label={`${t('waiting.remind')} ${shownName(name)}`}
        excludeFromTabOrder={!isEntrance}
        onPress={() => void askRows('remind', { keys: [rowKey] }, tell)}
      >
        {t('waiting.remind')}
      </Button>
    </span>
  );
}
