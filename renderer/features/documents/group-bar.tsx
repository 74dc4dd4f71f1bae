import { useTranslation } from 'react-i18next';
import { listGroups } from '../../../preload/contract/list-choices.ts';
import type { State } from '../../../preload/contract/state.ts';
import { Select } from '../../ui/select.tsx';
import { useListQuery } from './rows/list-query.ts';

const filters = ['all', ...listGroups] as const;
const alwaysShown: readonly (typeof filters)[number][] = ['all', 'needsYou', 'waiting', 'finished', 'drafts'];

/** Shows the groups of the list with their counts, as soon as all is counted. */
export function GroupSelect({ list: { counts, ready } }: { readonly list: Pick<State['list'], 'counts' | 'ready'> }) {
  const { t } = useTranslation();
  const group = useListQuery((query) => query.group);
  const shown = filters.filter((id) => alwaysShown.includes(id) || counts[id] > 0 || id === group);
  return (
    <label>
      <span className="visually-hidden">{t('documents.filters')}</span>
      <Select
        value={group}
        options={shown.map((id) => ({ id, text: `${t(`documents.${id}`)}${ready ? ` ${counts[id]}` : ''}` }))}
        onChange={(id) => useListQuery.setState({ group: id })}
      />
    </label>
  );
}

export const hasNoRows = ({ counts, ready }: Pick<State['list'], 'counts' | 'ready'>): boolean =>
  ready && filters.every((id) => counts[id] === 0);
