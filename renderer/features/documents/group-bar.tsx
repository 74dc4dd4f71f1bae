import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { listGroups } from '../../../preload/contract/list-choices.ts';
import type { State } from '../../../preload/contract/state.ts';
import { Select } from '../../ui/select.tsx';
import styles from './documents.module.css';
import { FilterButton } from './filters.tsx';
import { useListQuery } from './rows/list-query.ts';

const filters = ['all', ...listGroups] as const;
const alwaysShown: readonly (typeof filters)[number][] = ['all', 'needsYou', 'waiting', 'finished', 'drafts'];

interface GroupBarProps {
  readonly list: Pick<State['list'], 'counts' | 'ready'>;
  /** Actions on the whole list. */
  readonly children: ReactNode;
}

/** The groups of the list with their counts, the filters, and what can be done with the whole list. */
export function GroupBar({ list: { counts, ready }, children }: GroupBarProps) {
  const { t } = useTranslation();
  const group = useListQuery((query) => query.group);
  const shown = filters.filter((id) => alwaysShown.includes(id) || counts[id] > 0 || id === group);
  const isEmpty = ready && filters.every((id) => counts[id] === 0);
  const show = (id: string | undefined) => useListQuery.setState({ group: filters.find((one) => one === id) ?? 'all' });
  if (isEmpty) return <div className={styles['bar']}>{children}</div>;
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
      <ToggleButtonGroup
        className={styles['filters'] ?? ''}
        aria-label={t('documents.filters')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[group]}
        onSelectionChange={(keys) => show(filters.find((id) => keys.has(id)))}
      >
        {shown.map((id) => (
          <ToggleButton key={id} id={id} className={styles['filter'] ?? ''}>
            {t(`documents.${id}`)} <span className={styles['count']}>{counts[id]}</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <div className={styles['barActions']}>
        <FilterButton />
        {children}
      </div>
    </div>
  );
}
