import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails, DocumentEntry } from '../../../preload/contract/document.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../app/client.ts';
import { sayDate } from '../../app/moment.ts';
import { useMirror } from '../../app/stores/mirror.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './documents.module.css';
import { shownName } from './shown-name.ts';
import { useStatusWords } from './status-words.ts';

const modes = ['timestamp', 'advanced', 'qualified'] as const;
const laws = ['zertes', 'eidas'] as const;

/** What the service says about a document: read when it is opened, each thing only where it was said. */
function Facts({ details }: { details: DocumentDetails }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  const moment = (text: string | null) => {
    const at = text === null ? Number.NaN : Date.parse(text);
    return Number.isNaN(at) ? text : sayDate(at, locale);
  };
  const mode = modes.find((known) => known === details.signatureMode);
  const law = laws.find((known) => known === details.jurisdiction);
  const { company, companyVerified, attachmentsAllowed } = details;
  const rows: readonly (readonly [string, string | null])[] = [
    [t('details.mode'), mode ? t(`mode.${mode}`) : details.signatureMode],
    [t('details.jurisdiction'), law ? t(`details.${law}`) : details.jurisdiction],
    [t('details.created'), moment(details.created)],
    [t('details.started'), moment(details.started)],
    [t('details.completed'), moment(details.completed)],
    [t('details.comment'), details.comment],
    [t('details.initiator'), details.initiator],
    [t('details.company'), companyVerified === true && company !== null ? t('details.verified', { company }) : company],
    [t('details.verification'), details.verification],
    [
      t('details.attachments'),
      attachmentsAllowed === null
        ? null
        : t(attachmentsAllowed ? 'details.attachmentsAllowed' : 'details.attachmentsNotAllowed'),
    ],
    [t('details.observers'), details.observers.join(', ')],
  ];
  return (
    <>
      <p>
        {words.document(details.documentStatus)} · {words.signing(details.signStatus)}
      </p>
      <section aria-label={t('details.signees')}>
        <h3>{t('details.signees')}</h3>
        {details.signees.length === 0 && <p>{t('details.noSignees')}</p>}
        <ul className={styles['signees']}>
          {details.signees.map((signee, index) => (
            // The service may name an address twice; its place is what tells two entries apart.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              {signee.order !== null && `${t('details.order', { order: signee.order + 1 })} `}
              {signee.name ?? signee.email}
              <br />
              <small>
                {[signee.name === null ? null : signee.email, signee.status && words.signee(signee.status)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ul>
      </section>
      <dl className={styles['facts']}>
        {rows
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <details className={styles['raw']}>
        <summary>{t('details.raw')}</summary>
        <pre>{details.raw}</pre>
      </details>
    </>
  );
}

interface DetailsPanelProps {
  readonly entry: DocumentEntry;
  /** The person came for this, and did not just walk along the list. */
  readonly arrives: boolean;
  readonly onClose: () => void;
}

export function DetailsPanel({ entry, arrives, onClose }: DetailsPanelProps) {
  const { t } = useTranslation();
  const [details, setDetails] = useState<DocumentDetails | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const name = shownName(entry.name);

  useEffect(() => {
    const read = { wanted: true, attempt };
    const show = async () => {
      const answer = await ask(bridge().documents.details({ id: entry.id }));
      if (!read.wanted) return;
      if (answer.ok) setDetails(answer.details);
      setProblem(answer.ok ? null : answer.problem);
    };
    void show();
    return () => {
      read.wanted = false;
    };
  }, [entry.id, attempt]);

  return (
    <aside className={styles['panel']} aria-label={t('details.title', { name })}>
      <div className={styles['panelHead']}>
        <ArrivingHeading level={2} arrives={arrives}>
          {name}
        </ArrivingHeading>
        <Button look="quiet" aria-label={t('details.close')} onPress={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
      <output className={styles['quietly']}>{!problem && !details && t('details.loading')}</output>
      {problem && (
        <Notice problem={problem}>
          <Button onPress={() => setAttempt(attempt + 1)}>{t('problem.retry')}</Button>
        </Notice>
      )}
      {details && <Facts details={details} />}
    </aside>
  );
}
