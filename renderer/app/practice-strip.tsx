import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../preload/contract/problem.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './practice-strip.module.css';

/** Says on every screen that nothing is real, and leads to the e-mails where a person signs for others. */
export function PracticeStrip() {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  async function openMail(): Promise<void> {
    const answer = await ask(bridge().practice.openMail());
    setProblem(answer.ok ? null : answer.problem);
  }
  return (
    <>
      <section className={styles['strip']} aria-label={t('app.practice')}>
        <FlaskConical size={16} aria-hidden="true" />
        <strong>{t('app.practice')}</strong>
        <span className={styles['text']}>{t('app.practiceText')}</span>
        <Button look="quiet" onPress={() => void openMail()}>
          {t('app.practiceMail')}
        </Button>
      </section>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
    </>
  );
}
