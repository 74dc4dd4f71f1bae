import { FileUp, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDropAndPaste } from '../../ui/use-drop-and-paste.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { setConnecting, useConnecting } from './connecting.ts';
import { EarlySettings } from './early-settings.tsx';
import { startPractice } from './start-practice.ts';
import { takeConnectionFile, takeConnectionText, takeDropped } from './take-connection-file.ts';
import styles from './welcome.module.css';
import { WelcomeArt } from './welcome-art.tsx';
import { WelcomeWay } from './welcome-way.tsx';
import { useWriteToIt } from './write-to-it.tsx';

const taker = {
  isReady: () => document.querySelector('[role="dialog"]') === null,
  onFiles: (files: readonly File[]) => void takeDropped(files),
  onText: (text: string) => void takeConnectionText(text),
};

/** Shows the first start without a connection file: what the app is, and the ways to a service. */
export function WelcomeScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  const { problem } = useConnecting();
  const over = useDropAndPaste(taker);
  const run = useOneAtATime();
  const letter = useWriteToIt();
  const isForbidden = useLocked('forbidPractice');

  async function open(): Promise<void> {
    takeConnectionFile(await ask(bridge().connection.open()));
  }

  async function practise(): Promise<void> {
    setConnecting({ problem: await startPractice() });
  }

  return (
    <div className={styles['welcome']}>
      <WelcomeArt />
      <div className={styles['ways']}>
        <div className={styles['brand']}>
          <Mark size={56} />
          <ArrivingHeading level={1}>Countersign</ArrivingHeading>
        </div>
        <p className={styles['lead']}>{t('welcome.lead')}</p>
        <output>{state.openedFiles > 0 && t('connect.openedFiles', { count: state.openedFiles })}</output>
        {problem && <Notice problem={problem} onClose={() => setConnecting({ problem: null })} />}
        <section className={styles['target']} data-over={over || undefined} aria-labelledby="welcome-drop">
          <span className={styles['picture']} aria-hidden="true">
            <FileUp size={20} />
          </span>
          <h2 id="welcome-drop">{t('welcome.drop')}</h2>
          <p>{t('welcome.dropText')}</p>
          <Button look="primary" onPress={() => void run(open)}>
            {t('welcome.open')}
          </Button>
        </section>
        <div className={styles['others']}>
          {letter.button}
          {!isForbidden && (
            <WelcomeWay
              icon={Play}
              title={t('welcome.practice')}
              text={t('welcome.practiceText')}
              onPress={() => void run(practise)}
            />
          )}
        </div>
        {letter.outcome}
        <div className={styles['foot']}>
          <Button look="quiet" onPress={() => setConnecting({ way: 'hand', problem: null })}>
            {t('connection.details')}
          </Button>
          <EarlySettings state={state} />
        </div>
      </div>
    </div>
  );
}
