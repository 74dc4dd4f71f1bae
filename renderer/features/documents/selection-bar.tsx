import { X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { SelectionAction } from '../../../preload/contract/selection-choices.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { askRows, forgetTold, useAskedRows } from './rows/asked-rows.ts';
import { clearSelection, countOf, toSelection, useSelection } from './rows/selection.ts';
import { useServedRows } from './rows/served-rows.ts';
import { sayTold } from './rows-asked.tsx';
import styles from './selection.module.css';
import { SelectionTools } from './selection-tools.tsx';

const allKeys = navigator.platform.startsWith('Mac') ? '⌘A' : 'Ctrl+A';

interface SelectionBarProps {
  readonly onProblem: (problem: Problem | null) => void;
  /** The list, which takes the focus when the bar disappears. */
  readonly list: RefObject<HTMLElement | null>;
}

/** Shows the actions for several rows. Each one first says for how many it works, and why not for the others. */
export function SelectionBar({ onProblem, list }: SelectionBarProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const chosen = useSelection();
  const total = useServedRows((served) => served.total);
  const told = useAskedRows((asked) => asked.told);
  const [saved, setSaved] = useState(false);
  const count = countOf(chosen, total);
  const open = (action: SelectionAction) => run(() => askRows(action, toSelection(useSelection.getState()), onProblem));
  // The key Del may come before the bar is in the page.
  useEffect(() => {
    if (!chosen.asksDelete) return;
    useSelection.setState({ asksDelete: false });
    void open('delete');
  });
  useEffect(() => forgetTold, []);
  const exportRows = () =>
    run(async () => {
      const answer = await ask(bridge().evidence.saveList({ selection: toSelection(useSelection.getState()) }));
      onProblem(answer.ok === false ? answer.problem : null);
      setSaved(answer.ok === true);
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
      <SelectionTools onAct={(tool) => void (tool === 'table' ? exportRows() : open(tool))} />
      <Button look="quiet" aria-label={t('selection.clear')} onPress={clear}>
        <X size={16} aria-hidden="true" />
      </Button>
      <output className={styles['told']}>
        {chosen.isCut ? t('selection.most', { count: limits.selectedRows, keys: allKeys }) : saved && t('table.saved')}
      </output>
      {/* It is read out beside the list. */}
      <p className={styles['told']} aria-hidden="true">
        {sayTold(told, t)}
      </p>
    </section>
  );
}
