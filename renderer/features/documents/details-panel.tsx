import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentEntry, DocumentSignee } from '../../../preload/contract/document.ts';
import type { EvidenceOf } from '../../../preload/contract/evidence.ts';
import { useOfferedActions, useRowActions } from '../../store/row-actions.ts';
import { type Action, ActionBar } from '../../ui/action-bar.tsx';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { EvidenceActions } from '../evidence/evidence-actions.tsx';
import { ArchiveAction } from './archive-action.tsx';
import { CopySection } from './copy-section.tsx';
import { DocumentActions } from './document-actions.tsx';
import { DocumentFacts, DocumentPeople } from './document-facts.tsx';
import { DocumentOutlook, DocumentState } from './document-outlook.tsx';
import styles from './documents.module.css';
import { isSigned } from './entry/due-text.ts';
import { type Entry, nameOf, speakingDocument } from './entry/entry.ts';
import { toggleFold, useFolds } from './entry/folds.ts';
import { useDocumentDetails } from './entry/use-document-details.ts';
import { SigneeStatusList } from './signee-status-list.tsx';
import { History } from './submission/history.tsx';
import { SubmissionActions } from './submission/submission-actions.tsx';
import { SubmissionFacts, SubmissionPeople, SubmissionTrouble } from './submission/submission-details.tsx';

interface ServiceDetailsProps {
  readonly id: string;
  readonly toldStatus: string | undefined;
  /** Shown until the service has answered. */
  readonly meanwhile: ReactNode;
  /** More facts, of this app. */
  readonly children: ReactNode;
}

function Facts({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const isOpen = useFolds(({ facts }) => facts);
  return (
    <Fold title={t('details.facts')} summary="" isOpen={isOpen} onOpenChange={() => toggleFold('facts')}>
      <div className={styles['facts']}>{children}</div>
    </Fold>
  );
}

function ServiceDetails({ id, toldStatus, meanwhile, children }: ServiceDetailsProps) {
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
      {details ? <DocumentPeople details={details} toldStatus={toldStatus} /> : meanwhile}
      <Facts>
        {details && <DocumentFacts details={details} />}
        {children}
      </Facts>
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
      <SigneeStatusList signees={signees} documentStatus={document.documentStatus} />
    </section>
  );
}

/** The bar of the row. The palette offers the same. */
function OfferedBar(props: ComponentProps<typeof ActionBar>) {
  useOfferedActions('bar', props.actions);
  return <ActionBar {...props} />;
}

interface DetailsActionsProps {
  readonly entry: Entry;
  readonly of: EvidenceOf;
  readonly onOpen: (submissionId: string) => void;
}

/** What a person can do with the row, from all its sides, in one bar. */
function DetailsActions({ entry, of, onOpen }: DetailsActionsProps) {
  const { t } = useTranslation();
  const { submission, document } = entry;
  const bar = (...actions: (readonly Action[])[]) => <OfferedBar label={t('order.actions')} actions={actions.flat()} />;
  return (
    <ArchiveAction entry={entry}>
      {(archive) => (
        <EvidenceActions of={of}>
          {(evidence) => {
            const withDocument = (own: readonly Action[]) =>
              document === null ? (
                bar(own, archive, evidence)
              ) : (
                <DocumentActions key={document.id} document={document}>
                  {(orders) => bar(own, orders, archive, evidence)}
                </DocumentActions>
              );
            return submission === null ? (
              withDocument([])
            ) : (
              <SubmissionActions key={submission.id} row={submission} name={nameOf(entry)} onOpen={onOpen}>
                {withDocument}
              </SubmissionActions>
            );
          }}
        </EvidenceActions>
      )}
    </ArchiveAction>
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
  const { submission, document } = entry;
  const spoken = speakingDocument(entry);
  const id = readable(entry);
  const submissionId = submission?.id ?? null;
  const documentId = document?.id ?? submission?.documentId ?? null;
  const chosen = submission && <SubmissionFacts row={submission} withChoices={id === null} />;
  const people =
    document === null || document.signees === null ? null : (
      <KnownPeople document={document} signees={document.signees} />
    );
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
      {spoken && <DocumentOutlook document={spoken} />}
      {submission && <SubmissionTrouble entry={entry} row={submission} />}
      <DetailsActions entry={entry} of={{ submissionId, documentId }} onOpen={onOpen} />
      {spoken && (isSigned(spoken) || spoken.saved) && <CopySection document={spoken} />}
      {/* Read again after this app changed the document. */}
      {id === null ? (
        <>
          {people ?? (submission && <SubmissionPeople row={submission} />)}
          {submission && <Facts>{chosen}</Facts>}
        </>
      ) : (
        <ServiceDetails key={`${id} ${submission?.end}`} id={id} toldStatus={spoken?.documentStatus} meanwhile={people}>
          {chosen}
        </ServiceDetails>
      )}
      <History
        submissionId={submissionId}
        documentId={documentId}
        revision={`${submission?.revision} ${document?.documentStatus} ${document?.signStatus} ${document?.saved?.at} ${document?.goneAt}`}
      />
    </aside>
  );
}
