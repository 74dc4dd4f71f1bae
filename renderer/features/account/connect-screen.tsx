import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { type ConnectStep, go, setConnecting, useUi } from '../../app/stores/ui.ts';
import { Button } from '../../ui/button.tsx';
import styles from './connect.module.css';
import { ConnectionStep } from './connection-step.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { TestStep } from './test-step.tsx';

const steps: readonly { readonly id: ConnectStep; readonly title: 'step1' | 'step2' | 'step3' }[] = [
  { id: 'connection', title: 'step1' },
  { id: 'sign-in', title: 'step2' },
  { id: 'test', title: 'step3' },
];

/** Connecting once: connection, sign-in, test. Signing in again is the same screen, entered at its second step. */
export function ConnectScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  const { step, connectionId } = useUi((ui) => ui.connecting);
  const connection = state.connections.find((candidate) => candidate.id === connectionId);
  const unfinished = state.connections[0];

  // The window may have been closed between two steps: go on where the journal says the person was.
  useEffect(() => {
    if (state.active !== null || connectionId !== null || !unfinished || useUi.getState().connecting.fields.base)
      return;
    const next = unfinished.signedIn === 'yes' ? 'test' : 'sign-in';
    setConnecting({ connectionId: unfinished.id, fields: unfinished.fields, step: next });
  }, [state.active, connectionId, unfinished]);

  const at = steps.findIndex((candidate) => candidate.id === step);
  return (
    <div className={styles['scroll']}>
      <div className={styles['sheet']}>
        <header className={styles['head']}>
          <h1>{t('connect.title')}</h1>
          <p>{t('connect.lead')}</p>
        </header>
        <ol className={styles['steps']} aria-label={t('connect.steps')}>
          {steps.map(({ id, title }, index) => (
            <li key={id} data-done={index < at || undefined} aria-current={id === step ? 'step' : undefined}>
              <span className={styles['number']} aria-hidden="true">
                {index < at ? <Check size={14} strokeWidth={3} /> : index + 1}
              </span>
              {t(`connect.${title}`)}
            </li>
          ))}
        </ol>
        {step === 'connection' && <ConnectionStep offer={state.offer} connection={connection} />}
        {step === 'sign-in' && connection && <SignInStep connection={connection} />}
        {step === 'test' && connection && <TestStep connection={connection} trial={state.trial} />}
        {state.active !== null && (
          <Button look="quiet" onPress={() => go('settings')}>
            {t('connect.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
