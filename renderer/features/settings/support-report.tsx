import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './settings.module.css';

/** Saves a report for support, which names nobody. */
export function SupportReport() {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    setSaved(false);
    const answer = await ask(bridge().settings.supportReport());
    setSaved(answer.ok === true);
    setProblem(answer.ok === false ? answer.problem : null);
  };
  return (
    <section className={styles['section']} aria-labelledby="report">
      <h2 id="report">{t('help.reportTitle')}</h2>
      <p className={styles['quiet']}>{t('help.reportLead')}</p>
      <Actions>
        <Button onPress={() => void run(save)}>{t('help.report')}</Button>
        <output>{saved && t('help.reportSaved')}</output>
      </Actions>
      {problem && <Notice problem={problem} />}
    </section>
  );
}
