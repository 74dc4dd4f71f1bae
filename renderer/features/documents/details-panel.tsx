import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import { useRowActions } from '../../store/row-actions.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { CopySection } from './copy-section.tsx';
import { DetailsActions } from './details-actions.tsx';
import { DocumentFacts } from './document-facts.tsx';
import { DocumentOutlook, DocumentState, ServiceState } from './document-outlook.tsx';
import { DocumentPeople } from './document-people.tsx';
import styles from './documents.module.css';
import { isSigned } from './entry/due-text.ts';
import { type Entry, nameOf, speakingDocument } from './entry/entry.ts';
import { toggleFold, useFolds } from './entry/folds.ts';
import { useDocumentDetails } from './entry/use-document-details.ts';
import { PageFigure } from './pages/page-figure.tsx';
import { RescueSection } from './rescue-section.tsx';
import { History } from './submission/history.tsx';
import { SubmissionFacts, SubmissionPeople, SubmissionTrouble } from './submission/submission-details.tsx';

/**
 * Returns the document whose details we read from the service. Null if it is gone, or if this app is changing it now.
 */
function readable({ document, submission }: Entry): string | null {
  if (document !== null && document.goneAt !== null) return null;
  if (submission === null) return document?.id ?? null;
  const { phase, end, documentId, otherAccount } = submission;
  // For documents of another account the service answers that they do not exist.
  if (otherAccount !== null) return null;
  if (phase !== 'done') return document?.id ?? null;
  return end === 'deleted' || end === 'cancelled' ? null : documentId;
}

/** Tells whether a document ended without all signatures, and its file is saved or can be saved. */
const mayBeRescued = ({ documentStatus, goneAt, rescued }: DocumentEntry): boolean =>
  ['rejected', 'withdrawn'].includes(documentStatus) && (goneAt === null || rescued !== null);

interface DetailsPanelProps {
  readonly entry: Entry;
  /** The person opened the details, and did not only move along the list. */
  readonly arrives: boolean;
  readonly onClose: () => void;
  readonly onOpen: (submissionId: string) => void;
}

export function DetailsPanel({ entry, arrives, onClose, onOpen }: DetailsPanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  // A pressed button may disappear.
  useKeptFocus(panel, () => panel.current?.querySelector('h2'));
  const name = shownName(nameOf(entry));
  useEffect(() => useRowActions.setState({ name }), [name]);
  const isFactsOpen = useFolds(({ facts }) => facts);
  const { submission, document } = entry;
  const spoken = speakingDocument(entry);
  const id = readable(entry);
  // Read again after this app changed the document, and when a check shows another state.
  const asOf = `${document?.documentStatus} ${document?.signStatus}`;
  const { details, problem, isLatest, retry } = useDocumentDetails(id, `${submission?.end}`, asOf);
  const isNews = isLatest && details !== null && details.documentStatus !== spoken?.documentStatus;
  // Where people stand already, the buttons below do not move when the service has answered.
  const isKnown = ((details ?? document)?.signees ?? null) !== null;
  const submissionId = submission?.id ?? null;
  const documentId = document?.id ?? submission?.documentId ?? null;
  return (
    <aside ref={panel} className={styles['panel']} aria-label={t('details.title', { name })}>
      <div className={styles['panelHead']}>
        <ArrivingHeading level={2} arrives={arrives}>
          {name}
        </ArrivingHeading>
        <Button look="quiet" aria-label={t('details.close')} onPress={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
      {spoken && <DocumentState document={spoken} />}
      {isNews && <ServiceState details={details} />}
      {submission && <SubmissionTrouble entry={entry} row={submission} isTold={isNews} />}
      <div className={styles['hero']}>
        <PageFigure entry={entry} />
        <DocumentPeople details={details} document={document} onChanged={retry}>
          {submission && <SubmissionPeople row={submission} />}
        </DocumentPeople>
      </div>
      {id !== null && (
        <output className={isKnown ? 'visually-hidden' : styles['quietly']}>
          {!problem && !details && t('details.loading')}
        </output>
      )}
      {problem && (
        <Notice problem={problem}>
          <Button onPress={retry}>{t('problem.retry')}</Button>
        </Notice>
      )}
      {spoken && (isSigned(spoken) || spoken.saved) && <CopySection document={spoken} />}
      <DetailsActions
        entry={entry}
        of={{ submissionId, documentId }}
        details={details}
        onChanged={retry}
        onOpen={onOpen}
      />
      {spoken && mayBeRescued(spoken) && <RescueSection document={spoken} />}
      {spoken && <DocumentOutlook document={spoken} />}
      {(id !== null || submission) && (
        <Fold title={t('details.facts')} summary="" isOpen={isFactsOpen} onOpenChange={() => toggleFold('facts')}>
          <div className={styles['facts']}>
            {details && <DocumentFacts details={details} />}
            {submission && <SubmissionFacts row={submission} withChoices={id === null} />}
          </div>
        </Fold>
      )}
      <History
        submissionId={submissionId}
        documentId={documentId}
        revision={`${submission?.revision} ${document?.documentStatus} ${document?.signStatus} ${document?.saved?.at} ${document?.rescued?.at} ${document?.verdict?.at} ${document?.goneAt}`}
      />
    </aside>
  );
}
