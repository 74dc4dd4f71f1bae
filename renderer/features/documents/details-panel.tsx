import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentEntry, DocumentSignee } from '../../../preload/contract/document.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { EvidenceButton } from '../evidence/evidence-button.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { CopySection } from './copy-section.tsx';
import { DocumentFacts } from './document-facts.tsx';
import { DocumentOrders } from './document-orders.tsx';
import { DocumentOutlook, DocumentState } from './document-outlook.tsx';
import styles from './documents.module.css';
import { isSigned } from './entry/due-text.ts';
import { type Entry, nameOf, speakingDocument } from './entry/entry.ts';
import { useDocumentDetails } from './entry/use-document-details.ts';
import { SigneeStatusList } from './signee-status-list.tsx';
import { History } from './submission/history.tsx';
import { SubmissionDetails } from './submission/submission-details.tsx';

interface ServiceDetailsProps {
  readonly id: string;
  readonly toldStatus: string | undefined;
  /** Shown until the service has answered. */
  readonly children: ReactNode;
}

function ServiceDetails({ id, toldStatus, children }: ServiceDetailsProps) {
  const { t } = useTranslation();
  const { details, problem, retry } = useDocumentDetails(id);
  return (
    <>
      <output className={styles['quietly']}>{!problem && !details && t('details.loading')}</output>
      {problem && (
        <Notice problem={problem}>
          <Button onPress={retry}>{t('problem.retry')}</Button>
        </Notice>
      )}
      {details ? <DocumentFacts details={details} toldStatus={toldStatus} /> : children}
    </>
  );
}

interface KnownPeopleProps {
  readonly document: DocumentEntry;
  readonly signees: readonly DocumentSignee[];
}

/** The people as we last saw them, while the service does not answer or no longer has the document. */
function KnownPeople({ document, signees }: KnownPeopleProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('details.signees')}>
      <h3>{t('details.signees')}</h3>
      <SigneeStatusList signees={signees} documentStatus={document.documentStatus} />
    </section>
  );
}

/** The document whose details we read from the service. Null for one that is gone, or that this app is changing now. */
function readable({ document, submission }: Entry): string | null {
  if (document !== null && document.goneAt !== null) return null;
  if (submission === null) return document?.id ?? null;
  const { phase, end, documentId, otherAccount } = submission;
  // For documents of another account the service answers that they do not exist.
  if (otherAccount !== null) return null;
  if (phase !== 'done') return document?.id ?? null;
  return end === 'deleted' || end === 'cancelled' ? null : documentId;
}

/** A pressed button may disappear. Then the focus goes to the heading. */
function useKeptFocus() {
  const panel = useRef<HTMLElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) panel.current?.querySelector('h2')?.focus();
  });
  return {
    panel,
    onFocus: () => {
      inside.current = true;
    },
    onBlur: () => {
      inside.current = false;
    },
  };
}

interface DetailsPanelProps {
  readonly entry: Entry;
  /** The person opened the details, and did not only move along the list. */
  readonly arrives: boolean;
  readonly onClose: () => void;
  readonly onOpen: (submissionId: string) => void;
}

export function DetailsPanel({ entry, arrives, onClose, onOpen }: DetailsPanelProps) {
  const { t } = useTranslation();
  const { panel, ...focus } = useKeptFocus();
  const name = shownName(nameOf(entry));
  const { submission, document } = entry;
  const spoken = speakingDocument(entry);
  const id = readable(entry);
  const people = document && document.signees !== null && (
    <KnownPeople document={document} signees={document.signees} />
  );
  return (
    <aside {...focus} ref={panel} className={styles['panel']} aria-label={t('details.title', { name })}>
      <div className={styles['panelHead']}>
        <ArrivingHeading level={2} arrives={arrives}>
          {name}
        </ArrivingHeading>
        <Button look="quiet" aria-label={t('details.close')} onPress={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
      {spoken && <DocumentState document={spoken} />}
      {spoken && (isSigned(spoken) || spoken.saved) && <CopySection document={spoken} />}
      {spoken && <DocumentOutlook document={spoken} />}
      {document && <DocumentOrders key={document.id} document={document} />}
      {submission && <SubmissionDetails entry={entry} row={submission} withChoices={id === null} onOpen={onOpen} />}
      <ArchiveButton entry={entry} />
      {/* Read again after this app changed the document. */}
      {id === null ? (
        people
      ) : (
        <ServiceDetails key={`${id} ${submission?.end}`} id={id} toldStatus={spoken?.documentStatus}>
          {people}
        </ServiceDetails>
      )}
      <History
        submissionId={submission?.id ?? null}
        documentId={document?.id ?? submission?.documentId ?? null}
        revision={`${submission?.revision} ${document?.documentStatus} ${document?.signStatus} ${document?.saved?.at}`}
      />
      <EvidenceButton
        submissionId={submission?.id ?? null}
        documentId={document?.id ?? submission?.documentId ?? null}
      />
    </aside>
  );
}
