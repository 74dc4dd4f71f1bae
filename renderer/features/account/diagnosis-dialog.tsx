import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import type { DiagnosisStep } from '../../../preload/contract/diagnosis.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './connect.module.css';
import { TickIcon } from './tick-icon.tsx';

/** Returns why a step was skipped: an earlier step failed, or there was nothing to do. */
function leftOut(step: DiagnosisStep, steps: readonly DiagnosisStep[]): 'notReached' | 'notNeeded' {
  // Nothing to do: behind a proxy we look up no name, without TLS there is no certificate, and without an address no
  // server.
  const idle = ['name', 'tls'].includes(step.step) || (step.step === 'person' && step.host === '');
  const failed = steps.slice(0, steps.indexOf(step)).some(({ state }) => state === 'failed');
  return failed && !idle ? 'notReached' : 'notNeeded';
}

function Step({ step, steps }: { step: DiagnosisStep; steps: readonly DiagnosisStep[] }) {
  const { t } = useTranslation();
  const [took, ...facts] = step.facts;
  return (
    <li className={styles['tick']} data-state={step.state}>
      <TickIcon state={step.state} />
      <div className={styles['tickWords']}>
        <strong>{t(`diagnosis.${step.step}`)}</strong>
        <span>
          {(step.state === 'skipped'
            ? [step.host, t(`diagnosis.${leftOut(step, steps)}`)]
            : [step.host, t(`diagnosis.${step.state}`), took]
          )
            .filter(Boolean)
            .join(' · ')}
        </span>
        {facts.map((fact) => (
          <span key={fact} className={styles['fact']}>
            {fact === 'direct' ? t('diagnosis.direct') : fact}
          </span>
        ))}
        {step.problem && <Notice problem={step.problem} silent />}
      </div>
    </li>
  );
}

/** Checks each step on the way to the service and shows the results as they arrive. */
export function DiagnosisDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation();
  const connectionId = connection.id;
  const found = useMirror((mirror) => mirror.state?.diagnosis ?? null);
  const mine = found?.connectionId === connectionId ? found : null;
  const failed = mine?.steps.find(({ state }) => state === 'failed');
  const [copied, setCopied] = useState(false);

  const start = async () => {
    setCopied(false);
    await ask(bridge().connection.diagnose({ connectionId }));
  };
  useEffect(() => {
    void ask(bridge().connection.diagnose({ connectionId }));
  }, [connectionId]);

  const copy = async () => {
    const answer = await ask(bridge().connection.copyReport({ connectionId }));
    setCopied(answer.ok);
  };

  return (
    <ModalDialog title={t('diagnosis.title')} onClose={onClose}>
      <p>{t('diagnosis.lead')}</p>
      <p role="status">
        <strong>
          {failed
            ? t('diagnosis.fails', { step: t(`diagnosis.${failed.step}`) })
            : mine && t(mine.running ? 'diagnosis.running' : 'diagnosis.works')}
        </strong>
      </p>
      <ul className={styles['ticks']} aria-live="polite">
        {mine?.steps.map((step) => (
          <Step key={`${step.step} ${step.host}`} step={step} steps={mine.steps} />
        ))}
      </ul>
      <output>{copied && t('diagnosis.reportCopied')}</output>
      <Actions end>
        {mine && !mine.running && (
          <>
            <Button onPress={() => void copy()}>{t('diagnosis.report')}</Button>
            <Button onPress={() => void start()}>{t('diagnosis.again')}</Button>
          </>
        )}
        <Button onPress={onClose}>{t('diagnosis.close')}</Button>
      </Actions>
    </ModalDialog>
  );
}
