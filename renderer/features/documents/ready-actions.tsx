import { use, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectionAction } from '../../../preload/contract/selection-choices.ts';
import { Button } from '../../ui/button.tsx';
import { TellRefusal } from '../../ui/tell-refusal.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './document-list.module.css';
import { askRows } from './rows/asked-rows.ts';
import { useListQuery } from './rows/list-query.ts';

interface ReadyActionsProps {
  readonly count: number;
  /** The Tab key leads here. Otherwise it leads to the heading or a row, from where the arrows do. */
  readonly isStop: boolean;
}

/** Sends or discards all prepared documents that the list shows. */
export function ReadyActions({ count, isStop }: ReadyActionsProps) {
  const { t } = useTranslation();
  const tell = use(TellRefusal);
  const run = useOneAtATime();
  const place = useRef<HTMLDivElement>(null);
  // The buttons go with the last document of the group: the focus goes to the rows.
  useLayoutEffect(() => {
    const buttons = place.current;
    const grid = buttons?.closest('[role="grid"]');
    return () => {
      if (buttons?.contains(document.activeElement))
        grid?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
    };
  }, []);
  const ask = (action: SelectionAction) => () =>
    void run(() => askRows(action, { query: { ...useListQuery.getState(), group: 'ready' }, except: [] }, tell));
  return (
    <div ref={place} role="gridcell" className={styles['groupActions']}>
      <Button excludeFromTabOrder={!isStop} onPress={ask('send')}>
        {t('documents.sendAll', { count })}
      </Button>
      <Button look="quiet" excludeFromTabOrder={!isStop} onPress={ask('discard')}>
        {t('documents.discardAll')}
      </Button>
    </div>
  );
}
