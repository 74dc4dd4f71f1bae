import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './evidence.module.css';

type Result = 'running' | 'ok' | Problem | null;

/** Checks that nobody changed the history of this computer. */
export function VerifyHistory() {
  const { t } = useTranslation();
  const [result, setResult] = useState<Result>(null);
  const isRunning = result === 'running';
  const section = useRef<HTMLElement>(null);
  // The answer stands below the last line of a page that may be longer than the window.
  useEffect(() => {
    if (result !== null) section.current?.scrollIntoView({ block: 'end' });
  }, [result]);

  async function verify(): Promise<void> {
    setResult('running');
    const answer = await ask(bridge().evidence.verify());
    setResult(answer.ok ? 'ok' : answer.problem);
  }

  return (
    <section ref={section} className={styles['section']} aria-labelledby="history">
      <h2 id="history">{t('history.title')}</h2>
      <p className={styles['quiet']}>{t('evidence.verifyHint')}</p>
      <div>
        <Button isDisabled={isRunning} onPress={() => void verify()}>
          {t('evidence.verify')}
        </Button>
      </div>
      <output>
        {isRunning && t('evidence.verifying')}
        {result === 'ok' && <span className={styles['ok']}>{t('evidence.verified')}</span>}
      </output>
      {typeof result === 'object' && result !== null && <Notice problem={result} />}
    </section>
  );
}
