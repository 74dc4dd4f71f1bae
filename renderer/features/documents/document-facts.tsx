import { useTranslation } from 'react-i18next';
import type { DocumentDetails } from '../../../preload/contract/document.ts';
import { sayDate } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import styles from './documents.module.css';
import { FactList } from './entry/fact-list.tsx';
import { useChoiceWords } from './entry/status-words.ts';

/** Shows the facts of the service about a document, without missing values. */
export function DocumentFacts({ details }: { readonly details: DocumentDetails }) {
  const { t } = useTranslation();
  const choices = useChoiceWords();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  const moment = (text: string | null) => {
    const at = text === null ? Number.NaN : Date.parse(text);
    return Number.isNaN(at) ? text : sayDate(at, locale);
  };
  const { company, companyVerified, attachmentsAllowed } = details;
  return (
    <>
      <FactList
        facts={[
          [t('details.mode'), choices.mode(details.signatureMode)],
          [t('details.jurisdiction'), choices.law(details.jurisdiction)],
          [t('details.identified'), choices.authority(details.authority)],
          [t('details.created'), moment(details.created)],
          [t('details.started'), moment(details.started)],
          [t('details.completed'), moment(details.completed)],
          [t('details.comment'), details.comment],
          [t('details.initiator'), details.initiator],
          [
            t('details.company'),
            companyVerified === true && company !== null ? t('details.verified', { company }) : company,
          ],
          [t('details.verification'), details.verification === 'manual' ? t('details.manual') : details.verification],
          [
            t('details.attachments'),
            attachmentsAllowed === null
              ? null
              : t(attachmentsAllowed ? 'details.attachmentsAllowed' : 'details.attachmentsNotAllowed'),
          ],
          [t('details.observers'), details.observers.join('\n')],
        ]}
      />
      <details className={styles['raw']}>
        <summary>{t('details.raw')}</summary>
        <pre>{details.raw}</pre>
      </details>
    </>
  );
}
