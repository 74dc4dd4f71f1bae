import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useDrop } from 'react-aria/useDrop';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { dropKeys, holdKeys } from '../../ui/early-keys.ts';
import styles from './connect.module.css';
import { type Connecting, type ConnectStep, isAtWelcome, setConnecting, useConnecting } from './connecting.ts';
import { ConnectionStep } from './connection-step.tsx';
import { EarlySettings } from './early-settings.tsx';
import { finishConnecting } from './finish-connecting.ts';
import { SignInStep } from './sign-in-step.tsx';
import { hasPassed } from './sign-in-test.ts';
import { isPractice } from './start-practice.ts';
import { type Dropped, filesOf, isConnectionFile, takeDropped } from './take-connection-file.ts';
import { TestStep } from './test-step.tsx';
import { WelcomeScreen } from './welcome-screen.tsx';

const steps: readonly { readonly id: ConnectStep; readonly title: 'step1' | 'step2' | 'step3' }[] = [
  { id: 'connection', title: 'step1' },
  { id: 'sign-in', title: 'step2' },
  { id: 'test', title: 'step3' },
];

const titles = {
  first: 'connect.title',
  add: 'settings.add',
  change: 'settings.changeConnection',
  'sign-in': 'settings.signInAgain',
} as const satisfies Record<Connecting['purpose'], string>;

interface ConnectScreenProps {
  readonly state: State;
  /** Takes documents that are dropped on a connection that works. */
  readonly onDocuments: (files: readonly File[]) => void;
}

/** Shows the ways to a service while no connection is known, and the steps after that. */
export function ConnectScreen(props: ConnectScreenProps) {
  const { offer, connections } = props.state;
  const isFirst = useConnecting(({ purpose }) => purpose === 'first');
  const hasWelcome = isFirst && offer === null && connections.every(isPractice);
  const isWelcome = useConnecting(isAtWelcome) && hasWelcome;
  return isWelcome ? <WelcomeScreen state={props.state} /> : <ConnectSteps {...props} hasWelcome={hasWelcome} />;
}

interface ConnectStepsProps extends ConnectScreenProps {
  /** Whether a person can go back to the first screen. */
  readonly hasWelcome: boolean;
}

/** Shows the three steps of connecting: connection, sign-in, test. Signing in again begins at the second step. */
function ConnectSteps({ state, onDocuments, hasWelcome }: ConnectStepsProps) {
  const { t } = useTranslation();
  const { step, connectionId, purpose, touched, fields } = useConnecting();
  const connection = state.connections.find((candidate) => candidate.id === connectionId);
  const unfinished = state.connections.find((one) => !isPractice(one));
  const screen = useRef<HTMLDivElement>(null);
  const isReady = step === 'test' && connectionId !== null && hasPassed(state.signInTest, connectionId);

  async function take(items: readonly Dropped[]): Promise<void> {
    if (isReady) holdKeys();
    let hasSheet = false;
    try {
      const files = await filesOf(items);
      if (!isReady || files.some(isConnectionFile)) await takeDropped(files);
      else hasSheet = (await finishConnecting(connectionId)) === null;
      if (hasSheet) onDocuments(files);
    } finally {
      if (!hasSheet) dropKeys();
    }
  }
  const { dropProps, isDropTarget } = useDrop({ ref: screen, onDrop: ({ items }) => void take(items) });

  // The window may have been closed between two steps: continue where the journal says the person was.
  useEffect(() => {
    if (state.active !== null || state.offer !== null || connectionId !== null || touched || !unfinished) return;
    const next = unfinished.signedIn === 'yes' ? 'test' : 'sign-in';
    setConnecting({ connectionId: unfinished.id, fields: unfinished.fields, step: next });
  }, [state.active, state.offer, connectionId, touched, unfinished]);

  const at = steps.findIndex((candidate) => candidate.id === step);
  const untouched = !touched && connectionId === null;
  const environment = (untouched ? state.offer?.fields : fields)?.environment;
  const practised = connection !== undefined && isPractice(connection);
  const never = purpose === 'sign-in' && connection?.signedIn === 'never';
  return (
    <div {...dropProps} ref={screen} className={styles['scroll']} data-drop-target={isDropTarget || undefined}>
      <div className={styles['sheet']}>
        <header>
          <div className={styles['titles']}>
            <h1>{t(never ? 'settings.signIn' : titles[purpose])}</h1>
            {(practised || environment === 'test') && (
              <strong className={styles['testMark']}>{t(practised ? 'app.practice' : 'app.test')}</strong>
            )}
          </div>
          <output>{state.openedFiles > 0 && t('connect.openedFiles', { count: state.openedFiles })}</output>
        </header>
        {!practised && (
          <ol className={styles['steps']} aria-label={t('connect.steps')}>
            {steps.map(({ id, title }, index) => (
              <li key={id} data-done={index < at || undefined} aria-current={id === step ? 'step' : undefined}>
                <span className={styles['number']} aria-hidden="true">
                  {index < at ? <Check size={14} strokeWidth={3} /> : index + 1}
                </span>
                <span>
                  <span className="visually-hidden">
                    {`${t(index < at ? 'connect.stepDone' : 'connect.stepOf', { number: index + 1, all: steps.length })}. `}
                  </span>
                  {t(`connect.${title}`)}
                </span>
              </li>
            ))}
          </ol>
        )}
        {step === 'connection' && (
          <ConnectionStep offer={state.offer} connection={connection} hasWelcome={hasWelcome} />
        )}
        {step === 'sign-in' && connection && <SignInStep connection={connection} />}
        {step === 'test' && connection && (
          <TestStep connection={connection} signInTest={state.signInTest} hasWelcome={hasWelcome} />
        )}
        {state.active === null && (
          <div className={styles['early']}>
            <EarlySettings state={state} />
          </div>
        )}
      </div>
    </div>
  );
}
