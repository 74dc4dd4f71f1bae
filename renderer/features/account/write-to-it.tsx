import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './welcome.module.css';
import { WelcomeWay } from './welcome-way.tsx';

type Written = { readonly by: 'mail' | 'copy' } | { readonly problem: Problem } | null;

/** Opens a mail that says what the IT department must send. Its text can be copied where no mail program opens. */
export function useWriteToIt() {
  const { t } = useTranslation();
  const [written, setWritten] = useState<Written>(null);
  const run = useOneAtATime();
  const write = (how: 'mail' | 'copy') =>
    run(async () => {
      const answer = await ask(bridge().connection.writeToIt({ how }));
      setWritten(answer.ok ? { by: how } : { problem: answer.problem });
    });
  const button = (
    <WelcomeWay
      icon={Mail}
      title={t('welcome.write')}
      text={t('welcome.writeText')}
      onPress={() => void write('mail')}
    />
  );
  const outcome = (
    <>
      <output className={styles['said']}>
        {written !== null && 'by' in written && t(written.by === 'mail' ? 'welcome.opened' : 'welcome.copied')}
      </output>
      {written !== null && 'problem' in written && (
        <Notice problem={written.problem} onClose={() => setWritten(null)}>
          <Button onPress={() => void write('copy')}>{t('welcome.copy')}</Button>
        </Notice>
      )}
    </>
  );
  return { button, outcome };
}
