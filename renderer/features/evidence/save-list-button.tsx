import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useShortcut } from '../../store/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { useListQuery } from '../documents/rows/list-query.ts';
import styles from './evidence.module.css';

interface SaveListButtonProps {
  readonly onProblem: (problem: Problem | null) => void;
}

/** Saves the list as it is filtered, as a table for a spreadsheet. */
export function SaveListButton({ onProblem }: SaveListButtonProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [said, setSaid] = useState('');

  async function save(): Promise<void> {
    setSaid('');
    // Also what is in a folded section.
    const query = { ...useListQuery.getState(), folded: [] };
    const answer = await ask(bridge().evidence.saveList({ selection: { query, except: [] } }));
    onProblem(answer.ok === false ? answer.problem : null);
    if (answer.ok === true) setSaid(t('table.saved'));
  }

  const press = () => void run(save);
  useShortcut('saveList', press);
  return (
    <>
      <Button look="quiet" onPress={press}>
        <Download size={16} aria-hidden="true" />
        <span data-short>{t('table.button')}</span>
      </Button>
      <output className={styles['said']}>{said}</output>
    </>
  );
}
