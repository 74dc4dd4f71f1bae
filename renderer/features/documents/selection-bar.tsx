import { Archive, ArchiveRestore, Ban, Download, HardDriveDownload, Mail, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { RowSelection, SelectionSummary } from '../../../preload/contract/selection.ts';
import type { SelectionAction } from '../../../preload/contract/selection-choices.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { RemindPeople } from '../reminder/remind-people.tsx';
import { useListQuery } from './rows/list-query.ts';
import { clearSelection, countOf, toSelection, useSelection } from './rows/selection.ts';
import { useServedRows } from './rows/served-rows.ts';
import styles from './selection.module.css';
import { type AskedAction, SelectionQuestion } from './selection-question.tsx';

const icons = {
  save: HardDriveDownload,
  withdraw: Ban,
  delete: Trash2,
  remind: Mail,
  archive: Archive,
  unarchive: ArchiveRestore,
} as const;
const order = ['save', 'remind', 'archive', 'withdraw', 'delete'] as const;
const orderInArchive = ['save', 'unarchive', 'delete'] as const;
const isUndone = (action: SelectionAction) => action === 'archive' || action === 'unarchive';
const allKeys = navigator.platform.startsWith('Mac') ? '⌘A' : 'Ctrl+A';

interface Asking {
  readonly action: SelectionAction;
  readonly selection: RowSelection;
  readonly summary: SelectionSummary;
}

interface SelectionBarProps {
  readonly onProblem: (problem: Problem | null) => void;
  /** The list, which takes the focus when the bar disappears. */
  readonly list: RefObject<HTMLElement | null>;
}

/** What a person can do with several rows. Each action first says with how many, and why not with the others. */
export function SelectionBar({ onProblem, list }: SelectionBarProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const chosen = useSelection();
  const inArchive = useListQuery(({ group }) => group === 'archive');
  const total = useServedRows((served) => served.total);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [told, setTold] = useState('');
  const count = countOf(chosen, total);

  const carryOut = async (action: AskedAction, selection: RowSelection, stamp: string) => {
    setAsking(null);
    const answer = await ask(bridge().documents.act({ selection, action, stamp }));
    onProblem(answer.problem);
    setTold(answer.count === 0 ? '' : t(`selection.told.${action}`, { count: answer.count }));
  };
  const act = (action: AskedAction, selection: RowSelection, stamp: string) =>
    run(() => carryOut(action, selection, stamp));
  const open = (action: SelectionAction) =>
    run(async () => {
      const selection = toSelection(useSelection.getState());
      const summary = await ask(bridge().documents.selected({ selection }));
      const { cannot, stamp } = summary.actions[action];
      // People can take it back, so we ask only when it is not possible with some.
      if (isUndone(action) && cannot.length === 0) await carryOut(action, selection, stamp);
      else setAsking({ action, selection, summary });
    });
  // The key Del may come before the bar is in the page.
  useEffect(() => {
    if (!chosen.asksDelete) return;
    useSelection.setState({ asksDelete: false });
    void open('delete');
  });
  const exportRows = () =>
    run(async () => {
      const answer = await ask(bridge().evidence.saveList({ selection: toSelection(useSelection.getState()) }));
      onProblem(answer.ok === false ? answer.problem : null);
      if (answer.ok === true) setTold(t('table.saved'));
    });
  const clear = () => {
    list.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
    clearSelection();
  };

  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent) => {
    // For React an open dialog is a child of the bar. The dialog closes itself.
    if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) clear();
  };

  return (
    // The keys of its buttons bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={styles['bar']} aria-label={t('selection.label')} onKeyDownCapture={onKeyDown}>
      <output className={styles['count']}>{t('selection.count', { count })}</output>
      <div className={styles['actions']}>
        {(inArchive ? orderInArchive : order).map((action) => {
          const Icon = icons[action];
          return (
            <Button key={action} look="quiet" onPress={() => void open(action)}>
              <Icon size={16} aria-hidden="true" />
              {t(`selection.action.${action}`)}
              {!isUndone(action) && '…'}
            </Button>
          );
        })}
        <Button look="quiet" onPress={() => void exportRows()}>
          <Download size={16} aria-hidden="true" />
          {t('table.button')}
        </Button>
        <Button look="quiet" aria-label={t('selection.clear')} onPress={clear}>
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      <output className={styles['told']}>
        {chosen.isCut ? t('selection.most', { count: limits.selectedRows, keys: allKeys }) : told}
      </output>
      {asking?.action === 'remind' && <RemindPeople selection={asking.selection} onClose={() => setAsking(null)} />}
      {asking !== null && asking.action !== 'remind' && (
        <SelectionQuestion
          action={asking.action}
          verdict={asking.summary.actions[asking.action]}
          onYes={act}
          selection={asking.selection}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}
