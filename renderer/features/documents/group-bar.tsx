import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listGroups } from '../../../preload/contract/list-choices.ts';
import type { State } from '../../../preload/contract/state.ts';
import { CountedToggles } from '../../ui/counted-toggles.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './documents.module.css';
import { FilterButton } from './filters.tsx';
import { useListQuery } from './rows/list-query.ts';

const filters = ['all', ...listGroups] as const;
const alwaysShown: readonly (typeof filters)[number][] = ['all', 'needsYou', 'waiting', 'finished', 'drafts'];

interface GroupBarProps {
  readonly list: Pick<State['list'], 'counts' | 'ready'>;
  /** Actions that are there at times only. They stand first, so that nothing else moves when they come or go. */
  readonly passing: ReactNode;
  /** Actions on the whole list. */
  readonly children: ReactNode;
}

/** The groups of the list with their counts, the filters, and what can be done with the whole list. */
export function GroupBar({ list: { counts, ready }, passing, children }: GroupBarProps) {
  const { t } = useTranslation();
  const group = useListQuery((query) => query.group);
  const shown = filters.filter((id) => alwaysShown.includes(id) || counts[id] > 0 || id === group);
  const isEmpty = ready && filters.every((id) => counts[id] === 0);
  const show = (id: typeof group) => useListQuery.setState({ group: id });
  const atTimes = <div className={styles['passing']}>{passing}</div>;
  if (isEmpty)
    return (
      <div className={styles['bar']}>
        {atTimes}
        {children}
      </div>
    );
  return (
    <div className={styles['bar']}>
      {/* In a narrow window in place of the row of buttons. */}
      <label className={styles['groupSelect']}>
        <span className="visually-hidden">{t('documents.filters')}</span>
        <Select
          value={group}
          options={shown.map((id) => ({ id, text: `${t(`documents.${id}`)} ${counts[id]}` }))}
          onChange={show}
        />
      </label>
      <div className={styles['filters']}>
        <CountedToggles
          label={t('documents.filters')}
          options={shown.map((id) => ({ id, text: t(`documents.${id}`), count: counts[id] }))}
          value={group}
          onChange={show}
        />
      </div>
      <div className={styles['barActions']}>
        {atTimes}
        <FilterButton />
        {children}
      </div>
    </div>
  );
}
