import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection, SignInTest, SignInTestStep } from '../../../preload/contract/connection.ts';
import type { Problem, ProblemKey } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { changeFolder } from './change-folder.ts';
import styles from './connect.module.css';
import { backToWelcome, setConnecting, useConnecting } from './connecting.ts';
import { DiagnosisDialog } from './diagnosis-dialog.tsx';
import { finishConnecting } from './finish-connecting.ts';
import { JustPasted } from './just-pasted.tsx';
import { hasPassed, testSteps } from './sign-in-test.ts';
import { isPractice } from './start-practice.ts';
import { StepActions } from './step-actions.tsx';
import { TickIcon } from './tick-icon.tsx';

/** Problems that another step solves, and that step. */
const helps: Readonly<Partial<Record<ProblemKey, 'connection' | 'sign-in'>>> = {
  'client-refused': 'connection',
  'wrong-address': 'connection',
  'password-refused': 'sign-in',
  'keychain-lost': 'sign-in',
};

interface TickProps {
  readonly name: (typeof testSteps)[number];
  readonly step: SignInTestStep;
  /** An earlier step failed, so this one will not run. */
  readonly left: boolean;
}

function Tick({ name, step, left }: TickProps) {
  const { t } = useTranslation();
  const { state, modes } = step;
  const said = () => {
    if (name === 'token' && state === 'done') return t('signInTest.tokenDone');
    if (name === 'person' && state === 'skipped') return t('signInTest.personSkipped');
    return t(`signInTest.${left && state === 'waiting' ? 'notTested' : state}`);
  };
  return (
    <li className={styles['tick']} data-state={step.state}>
      <TickIcon state={step.state} />
      <span>
        <strong>{t(`signInTest.${name}`)}</strong>
        <br />
        {step.name ?? modes?.map((mode) => t(`mode.${mode}`)).join(', ') ?? said()}
      </span>
    </li>
  );
}

interface TestStepProps {
  readonly connection: Connection;
  readonly signInTest: SignInTest | null;
  /** Whether a person can go back to the first screen. */
  readonly hasWelcome: boolean;
}

/**
 * Shows step three: tests the token, the account and the available signatures. Then people choose the folder for signed
 * copies.
 */
export function TestStep({ connection, signInTest, hasWelcome }: TestStepProps) {
  const { t } = useTranslation();
  const connectionId = connection.id;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [folderProblem, setFolderProblem] = useState<Problem | null>(null);
  const isFolderGiven = useLocked('copiesFolder');
  const run = useOneAtATime();
  const { purpose, found, justPasted } = useConnecting();
  const [diagnosing, setDiagnosing] = useState(false);
  const mine = signInTest?.connectionId === connectionId ? signInTest : null;
  const failed = mine ? testSteps.map((name) => mine[name]).find((step) => step.state === 'failed') : undefined;
  const passed = hasPassed(signInTest, connectionId);

  useEffect(() => {
    void ask(bridge().account.test({ connectionId })).then((answer) => setProblem(answer.ok ? null : answer.problem));
  }, [connectionId]);

  async function finish(): Promise<void> {
    setProblem(await finishConnecting(connectionId));
  }

  const again = async () => {
    const answer = await ask(bridge().account.test({ connectionId }));
    setProblem(answer.ok ? null : answer.problem);
  };

  const shown = problem ?? failed?.problem ?? null;
  const lacksSecret = connection.fields.clientForm === 'client-secret' && !connection.hasSecret;
  const help = shown?.key === 'keychain-lost' && lacksSecret ? 'connection' : shown && helps[shown.key];
  const practised = isPractice(connection);
  const signInAgain = () => setConnecting({ step: 'sign-in', again: true });
  const toSignIn = help === 'sign-in' ? signInAgain : () => setConnecting({ step: 'sign-in' });
  const toWelcome = hasWelcome ? backToWelcome : undefined;
  const back = practised ? toWelcome : toSignIn;
  return (
    <div className={styles['step']}>
      <ArrivingHeading level={2}>
        {t(`signInTest.title.${passed && problem === null ? 'passed' : shown ? 'failed' : 'running'}`)}
      </ArrivingHeading>
      {/* One last word: the heading that has the focus changes without being read out, and a problem is an alert. */}
      <output className="visually-hidden">{passed && t('signInTest.title.passed')}</output>
      {justPasted && found !== null && <JustPasted username={passed ? found : null} />}
      <ul className={styles['ticks']}>
        {mine &&
          testSteps.map((name) => (
            <Tick key={name} name={name} step={mine[name]} left={mine.token.state === 'failed'} />
          ))}
      </ul>
      {shown && (
        <Notice problem={shown}>
          {help === 'connection' && !practised && (
            <Button onPress={() => setConnecting({ step: 'connection' })}>{t('settings.changeConnection')}</Button>
          )}
          {help === 'sign-in' && !practised && <Button onPress={signInAgain}>{t('settings.signInAgain')}</Button>}
          <Button onPress={() => void run(again)}>{t('signInTest.run')}</Button>
          {help !== 'sign-in' && !practised && (
            <Button onPress={() => setDiagnosing(true)}>{t('diagnosis.run')}</Button>
          )}
        </Notice>
      )}
      {diagnosing && <DiagnosisDialog connection={connection} onClose={() => setDiagnosing(false)} />}
      {passed && (
        <section className={styles['folder']} aria-labelledby="saved-copies">
          <h3 id="saved-copies">{t('signInTest.folderTitle')}</h3>
          <p className={styles['path']}>{connection.savedCopies}</p>
          <Button isDisabled={isFolderGiven} onPress={() => void changeFolder(connectionId).then(setFolderProblem)}>
            {t('signInTest.change')}
          </Button>
          {isFolderGiven && <LockedNote />}
          {folderProblem && <Notice problem={folderProblem} onClose={() => setFolderProblem(null)} />}
        </section>
      )}
      {passed && purpose === 'first' && <p>{t('signInTest.dropNow')}</p>}
      <StepActions {...(back && { onBack: back })}>
        {passed && (
          <Button look="primary" onPress={() => void run(finish)}>
            {t('signInTest.finish')}
          </Button>
        )}
      </StepActions>
    </div>
  );
}
