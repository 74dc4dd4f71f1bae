import { useTranslation } from 'react-i18next';
import { CountedToggles } from '../../ui/counted-toggles.tsx';
import type { BulkRow } from './bulk-list.ts';
import type { Verdict } from './judge-rows.ts';

const kinds = ['all', 'bad', 'ready'] as const;
export type RowFilterKind = (typeof kinds)[number];

/** A row that is being corrected stays in sight until the filter is chosen again: `kept` are the rows shown then. */
export interface Filter {
  readonly kind: RowFilterKind;
  readonly kept: ReadonlySet<number>;
}

export const everyRow: Filter = { kind: 'all', kept: new Set() };

/** Returns the places of the rows to show, in the order of the list. */
export const filterRows = (
  rows: readonly BulkRow[],
  verdicts: readonly Verdict[],
  { kind, kept }: Filter,
): readonly number[] =>
  rows.flatMap(({ at }, place) => (kind === 'all' || kept.has(at) || verdicts[place]?.state === kind ? place : []));

interface RowFilterProps {
  readonly verdicts: readonly Verdict[];
  readonly filter: RowFilterKind;
  readonly onFilter: (kind: RowFilterKind) => void;
}

/** Shows how many rows there are, need a correction or are ready, and filters by one of these. */
export function RowFilter({ verdicts, filter, onFilter }: RowFilterProps) {
  const { t } = useTranslation();
  const count = (kind: RowFilterKind) =>
    kind === 'all' ? verdicts.length : verdicts.filter(({ state }) => state === kind).length;
  return (
    <CountedToggles
      label={t('bulk.rows')}
      options={kinds.map((kind) => ({ id: kind, text: t(`bulk.show.${kind}`), count: count(kind) }))}
      value={filter}
      onChange={onFilter}
    />
  );
}
