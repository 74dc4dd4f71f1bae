import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { sayDate } from '../../../app/moment.ts';
import { useMirror } from '../../../app/stores/mirror.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FactList } from '../fact-list.tsx';
import { useChoiceWords } from '../status-words.ts';
import { useDocumentDetails } from '../use-document-details.ts';
import styles from './submission.module.css';
import { useCommand } from './use-command.ts';

function Candidate({ id, place, onChoose }: { id: string; place: number; onChoose: () => void }) {
  const { t } = useTranslation();
  const words = useChoiceWords();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  const { details, problem } = useDocumentDetails(id);
  const at = details?.created ? Date.parse(details.created) : Number.NaN;
  return (
    <li className={styles['card']}>
      <h4>{t('submission.candidate', { place })}</h4>
      {problem && <Notice problem={problem} silent />}
      {details && (
        <FactList
          facts={[
            [t('details.created'), Number.isNaN(at) ? details.created : sayDate(at, locale)],
            [t('details.comment'), details.comment],
            [t('details.mode'), words.mode(details.signatureMode)],
            [t('details.initiator'), details.initiator],
          ]}
        />
      )}
      <div>
        <Button onPress={onChoose}>{t('submission.command.adopt')}</Button>
      </div>
    </li>
  );
}

/** Several drafts could be this upload. Only a person can tell. */
export function Candidates({ row }: { row: SubmissionRow }) {
  const { t } = useTranslation();
  const { problem, setProblem, give } = useCommand(row.id);
  return (
    <section className={styles['section']}>
      <h3>{t('submission.candidates')}</h3>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      <ul className={styles['cards']}>
        {row.candidates.map((id, index) => (
          <Candidate key={id} id={id} place={index + 1} onChoose={() => void give({ kind: 'adopt', documentId: id })} />
        ))}
      </ul>
      {row.commands.includes('upload-again') && (
        <ul className={styles['commandList']}>
          <li>
            <Button onPress={() => void give({ kind: 'upload-again' })}>{t('submission.command.upload-again')}</Button>
            <span>{t('submission.effect.upload-again')}</span>
          </li>
        </ul>
      )}
    </section>
  );
}
