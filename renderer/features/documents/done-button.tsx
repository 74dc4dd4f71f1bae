import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { TellRefusal } from '../../ui/tell-refusal.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './document-list.module.css';
import { archiveRow } from './rows/archive-row.ts';
import { IsEntrance } from './rows/is-entrance.ts';

interface DoneButtonProps {
  readonly rowKey: string;
  readonly name: string;
}

/** Puts a row at its end out of sight. The focus then goes to the row in its place. */
export function DoneButton({ rowKey, name }: DoneButtonProps) {
  const { t } = useTranslation();
  const tell = use(TellRefusal);
  const isEntrance = use(IsEntrance);
  const run = useOneAtATime();
  return (
    <span className={styles['done']} data-at-hand>
      <Button
        aria-label={`${t('row.done')} ${shownName(name)}`}
        excludeFromTabOrder={!isEntrance}
        onPress={({ target }) => {
          target.closest<HTMLElement>('[role="row"]')?.focus();
          void run(async () => tell(await archiveRow(rowKey, 'archive', name)));
        }}
      >
        {t('row.done')}
      </Button>
    </span>
  );
}
