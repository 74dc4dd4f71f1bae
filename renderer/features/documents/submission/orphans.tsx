import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../../preload/contract/problem.ts';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Question } from '../../../ui/question.tsx';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import styles from './submission.module.css';

/** Shows drafts that a repeated or late upload left behind. We delete none without asking. */
export function Orphans({ row }: { row: SubmissionRow }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const remove = async (documentId: string) => {
    const answer = await ask(bridge().outbox.deleteOrphan({ id: row.id, documentId }));
    setProblem(answer.ok ? null : answer.problem);
  };
  return (
    <section className={styles['section']}>
      <h3>{t('submission.orphans', { count: row.orphans.length })}</h3>
      <p>{t('submission.orphansText')}</p>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      <ul className={styles['commandList']}>
        {row.orphans.map((documentId) => (
          <li key={documentId}>
            <Button onPress={() => setAsking(documentId)}>{t('submission.deleteOrphan')}</Button>
            <small>{documentId}</small>
          </li>
        ))}
      </ul>
      {asking !== null && (
        <Question
          title={t('submission.ask.orphan')}
          text={t('submission.askText.orphan')}
          yes={t('submission.confirm.orphan')}
          onYes={() => {
            setAsking(null);
            return run(() => remove(asking));
          }}
          onNo={() => setAsking(null)}
        />
      )}
    </section>
  );
}
