import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection, Trial, TrialStep } from '../../../preload/contract/connection.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../app/client.ts';
import { go, newConnecting, setConnecting } from '../../app/stores/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';
import { DiagnosisDialog } from './diagnosis-dialog.tsx';
import { TickIcon } from './tick-icon.tsx';

const names = ['token', 'person', 'modes'] as const;

function Tick({ name, step }: { name: (typeof names)[number]; step: TrialStep }) {
  const { t } = useTranslation();
  return (
    <li className={styles['tick']} data-state={step.state}>
      <TickIcon state={step.state} />
      <span>
        <strong>{t(`trial.${name}`)}</strong>
        <br />
        {step.text ?? t(`trial.${step.state}`)}
      </span>
    </li>
  );
}

/** Step three: token, who is asking, which signatures; then where signed copies go. */
export function TestStep({ connection, trial }: { connection: Connection; trial: Trial | null }) {
  const { t } = useTranslation();
  const connectionId = connection.id;
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = useOneAtATime();
  const [diagnosing, setDiagnosing] = useState(false);
  const mine = trial?.connectionId === connectionId ? trial : null;
  const failed = mine ? names.map((name) => mine[name]).find((step) => step.state === 'failed') : undefined;
  const passed = mine !== null && names.every((name) => ['done', 'skipped'].includes(mine[name].state));

  useEffect(() => {
    void ask(bridge().account.test({ connectionId })).then((answer) => setProblem(answer.ok ? null : answer.problem));
  }, [connectionId]);

  async function finish(): Promise<void> {
    const answer = await ask(bridge().account.finish({ connectionId }));
    if (!answer.ok) setProblem(answer.problem);
    else {
      setConnecting(newConnecting);
      go('documents');
    }
  }

  const again = async () => {
    const answer = await ask(bridge().account.test({ connectionId }));
    setProblem(answer.ok ? null : answer.problem);
  };

  const shown = failed?.problem ?? problem;
  return (
    <div className={styles['step']}>
      <h2>{t('trial.title')}</h2>
      <ul className={styles['ticks']} aria-live="polite">
        {mine && names.map((name) => <Tick key={name} name={name} step={mine[name]} />)}
      </ul>
      {shown && (
        <Notice problem={shown}>
          <Button onPress={() => void run(again)}>{t('trial.run')}</Button>
          <Button onPress={() => setDiagnosing(true)}>{t('diagnosis.run')}</Button>
        </Notice>
      )}
      {diagnosing && <DiagnosisDialog connection={connection} onClose={() => setDiagnosing(false)} />}
      {passed && (
        <section className={styles['folder']} aria-labelledby="saved-copies">
          <h3 id="saved-copies">{t('trial.folderTitle')}</h3>
          <p className={styles['path']}>{connection.savedCopies}</p>
          <Button onPress={() => void bridge().account.chooseFolder({ connectionId })}>{t('trial.change')}</Button>
        </section>
      )}
      <div className={styles['actions']}>
        {passed && (
          <Button look="primary" onPress={() => void run(finish)}>
            {t('trial.finish')}
          </Button>
        )}
        <Button onPress={() => setConnecting({ step: 'sign-in' })}>{t('connect.back')}</Button>
      </div>
    </div>
  );
}
