import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { sayDate } from '../../../language/say-moment.ts';
import { useMirror } from '../../../store/mirror.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FactList } from '../entry/fact-list.tsx';
import { useChoiceWords, useStatusWords } from '../entry/status-words.ts';
import { useDocumentDetails } from '../entry/use-document-details.ts';
import styles from './submission.module.css';
import { useCommand } from './use-command.ts';

interface CandidateProps {
  readonly candidate: SubmissionRow['candidates'][number];
  readonly place: number;
  /** Null: it cannot be chosen now. */
  readonly onChoose: (() => void) | null;
}

function Candidate({ candidate, place, onChoose }: CandidateProps) {
  const { t } = useTranslation();
  const words = useChoiceWords();
  const status = useStatusWords();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  const { details, problem } = useDocumentDetails(candidate.documentId);
  const isDraft = (details?.documentStatus ?? candidate.status) === 'draft';
  return (
    <li className={styles['card']}>
      <h4>{t(isDraft ? 'submission.candidate' : 'submission.candidateBegun', { place })}</h4>
      {problem && <Notice problem={problem} silent />}
      <FactList
        facts={[
          [t('details.status'), status.document(details?.documentStatus ?? candidate.status)],
          [t('details.created'), candidate.createdAt === null ? null : sayDate(candidate.createdAt, locale)],
          [t('details.signees'), candidate.signees.join('\n')],
          [t('details.comment'), details?.comment ?? null],
          [t('details.mode'), details ? words.mode(details.signatureMode) : null],
        ]}
      />
      {candidate.proven && <p>{t('submission.candidateProven')}</p>}
      {onChoose && (
        <div>
          <Button onPress={onChoose}>{t('submission.command.adopt')}</Button>
        </div>
      )}
    </li>
  );
}

/** Shows several documents that may be this upload. Only a person can tell which. */
export function Candidates({ row }: { row: SubmissionRow }) {
  const { t } = useTranslation();
  const { problem, setProblem, give } = useCommand(row.id);
  return (
    <section className={styles['section']}>
      <h3>{t('submission.candidates')}</h3>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      <ul className={styles['cards']}>
        {row.candidates.map((candidate, index) => (
          <Candidate
            key={candidate.documentId}
            candidate={candidate}
            place={index + 1}
            onChoose={
              row.commands.includes('adopt')
                ? () => void give({ kind: 'adopt', documentId: candidate.documentId })
                : null
            }
          />
        ))}
      </ul>
      {row.commands.includes('upload-again') && (
        <ul className={styles['commandList']}>
          <li>
            <Button onPress={() => void give({ kind: 'upload-again' })}>
              {t(row.recovered ? 'submission.noneOfThese' : 'submission.command.upload-again')}
            </Button>
            <span>{t(row.recovered ? 'submission.effect.noneOfThese' : 'submission.effect.upload-again')}</span>
          </li>
        </ul>
      )}
    </section>
  );
}
