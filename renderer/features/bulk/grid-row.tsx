import { Ban, CircleAlert, CircleCheck, Clock, History } from 'lucide-react';
import { memo, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../preload/contract/profile.ts';
import { type BulkRow, type CellName, cellNames, withCell, withRow } from './bulk-list.ts';
import { changeList } from './bulk-store.ts';
import { looksTheSame, troublesIn, type Verdict } from './judge-rows.ts';
import { normalizeText } from './normalize-text.ts';
import styles from './row-grid.module.css';
import type { RowWords } from './use-row-words.ts';

/** A cell to focus. `cell: null` means the first one that is wrong. */
export interface WantedCell {
  readonly index: number;
  readonly cell: CellName | null;
}

interface GridRowProps {
  readonly row: BulkRow;
  readonly number: number;
  readonly verdict: Verdict;
  readonly profiles: readonly Profile[];
  readonly words: RowWords;
  readonly wanted: WantedCell | null;
  readonly onArrive: () => void;
}

const icons = { ready: CircleCheck, bad: CircleAlert, checking: Clock, skipped: Ban, taken: History } as const;

const patchRow = (at: number, patch: Partial<BulkRow>) => changeList((list) => withRow(list, at, () => patch));

/** Compares two rows, so that only the row in which people type is rendered. */
const sameRow = (one: GridRowProps, other: GridRowProps): boolean =>
  one.row === other.row &&
  one.number === other.number &&
  one.profiles === other.profiles &&
  one.words === other.words &&
  one.wanted === other.wanted &&
  one.onArrive === other.onArrive &&
  looksTheSame(one.verdict, other.verdict);

/** Shows one row of the list: its cells, its state and the reasons. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, number, verdict, profiles, words, wanted, onArrive } = props;
  const { t } = useTranslation();
  const saidId = useId();
  const cells = useRef<HTMLDivElement>(null);
  const { at } = row;
  const { state, troubles } = verdict;
  const [first] = troubles;
  useEffect(() => {
    if (!wanted) return;
    const name = wanted.cell ?? first?.cell ?? 'file';
    cells.current?.querySelector<HTMLElement>(`[data-cell="${name}"]`)?.focus();
    onArrive();
  }, [wanted, first, onArrive]);

  const earlier = words.before(verdict);
  const said = [...(earlier === null ? [] : [earlier]), ...troubles.map((one) => words.trouble(one, row))];
  const field = (name: CellName) => ({
    'data-cell': name,
    'aria-label': t('bulk.cell', { column: t(`bulk.column.${name}`), row: number }),
    className: styles['field'] ?? '',
    value: row.cells[name],
    ...(troublesIn(verdict, name).length > 0 && { 'aria-invalid': true, 'aria-describedby': saidId }),
    onChange: ({ target }: { readonly target: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement }) =>
      changeList((list) => withCell(list, at, name, target.value)),
  });
  const Icon = icons[state];
  const profile = profiles.find(({ name }) => normalizeText(name) === normalizeText(row.cells.profile));
  const canGoAgain = state === 'taken' || troubles.some(({ kind }) => kind === 'twice' || kind === 'perhaps-twice');
  const act = (what: string, patch: Partial<BulkRow>) => (
    <button
      type="button"
      className={styles['act']}
      aria-label={t('bulk.ofRow', { what, row: number })}
      onClick={() => patchRow(at, patch)}
    >
      {what}
    </button>
  );

  return (
    <div ref={cells} role="presentation" className={styles['line']}>
      <span role="cell" className={styles['number']}>
        {number}
      </span>
      {cellNames.map((name) => (
        <span key={name} role="cell" className={styles['cell']} data-column={t(`bulk.column.${name}`)}>
          {name === 'profile' ? (
            <select {...field(name)} value={profile?.name ?? row.cells.profile}>
              <option value="">–</option>
              {profiles.map((one) => (
                <option key={one.id} value={one.name}>
                  {one.name}
                </option>
              ))}
              {!profile && row.cells.profile !== '' && <option value={row.cells.profile}>{row.cells.profile}</option>}
            </select>
          ) : name === 'signees' || name === 'note' ? (
            // As high as its content, so that people can check all of it.
            <textarea {...field(name)} rows={1} autoComplete="off" spellCheck={name === 'note'} />
          ) : (
            <input {...field(name)} autoComplete="off" spellCheck={false} />
          )}
        </span>
      ))}
      <span role="cell" className={styles['state']}>
        <span className={styles['tone']} data-state={state}>
          <Icon size={16} aria-hidden="true" className={styles['icon'] ?? ''} />
          {words.state(verdict)}
        </span>
        {state === 'skipped' && act(t('bulk.include'), { skipped: false, refusal: null })}
        {/* What refused it may be mended meanwhile. */}
        {state !== 'skipped' && row.refusal !== null && act(t('send.lookAgain'), { refusal: null })}
        {state !== 'skipped' && state !== 'taken' && act(t('bulk.skip'), { skipped: true })}
        {canGoAgain &&
          state !== 'skipped' &&
          act(t(state === 'taken' ? 'bulk.again' : 'bulk.all-the-same'), {
            again: { before: verdict.before?.submissionId ?? null },
          })}
      </span>
      {said.length > 0 && (
        <span role="cell" id={saidId} className={styles['said']} data-state={state}>
          {said.join(' ')}
        </span>
      )}
    </div>
  );
}, sameRow);
