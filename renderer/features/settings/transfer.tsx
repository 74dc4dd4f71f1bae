import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import type { SettingsOffer } from '../../../preload/contract/transfer.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { ImportDialog } from './import-dialog.tsx';
import styles from './settings.module.css';

/** Takes settings and profiles to another computer. */
export function Transfer({ state }: { state: State }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [offer, setOffer] = useState<SettingsOffer | null>(null);
  const [said, setSaid] = useState<'transfer.exported' | 'transfer.imported' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const begin = () => {
    setSaid(null);
    setProblem(null);
  };
  const exportNow = async () => {
    begin();
    const answer = await ask(bridge().settings.export());
    if (answer.ok === true) setSaid('transfer.exported');
    else if (answer.ok === false) setProblem(answer.problem);
  };
  const read = async () => {
    begin();
    const answer = await ask(bridge().settings.readFile());
    if (answer.ok === true) setOffer(answer);
    else if (answer.ok === false) setProblem(answer.problem);
  };
  return (
    <section className={styles['section']} aria-labelledby="transfer">
      <h2 id="transfer">{t('transfer.title')}</h2>
      <p className={styles['quiet']}>{t('transfer.lead')}</p>
      <Actions>
        <Button onPress={() => void run(exportNow)}>{t('transfer.export')}</Button>
        <Button onPress={() => void run(read)}>{t('transfer.import')}</Button>
        <output>{said !== null && t(said)}</output>
      </Actions>
      {problem && <Notice problem={problem} />}
      {offer && (
        <ImportDialog
          state={state}
          offer={offer}
          onDone={() => {
            setOffer(null);
            setSaid('transfer.imported');
          }}
          onClose={() => setOffer(null)}
        />
      )}
    </section>
  );
}
