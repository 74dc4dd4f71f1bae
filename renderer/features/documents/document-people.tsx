import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails, DocumentEntry, DocumentSignee } from '../../../preload/contract/document.ts';
import { isOver } from '../../../shared/signee-state.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { sentAt } from './entry/document-text.ts';
import { SigneeStatusList } from './signee-status-list.tsx';

const PeopleOrders = lazyPart(async () => (await import('./people-orders.tsx')).PeopleOrders, {
  meanwhile: SigneeStatusList,
});

interface DocumentPeopleProps {
  /** The details as the service says them. Null: it has not answered, or is not asked. */
  readonly details: DocumentDetails | null;
  readonly document: DocumentEntry | null;
  /** Reads the details again. */
  readonly onChanged: () => void;
  /** The content while nothing is known of the people at the service. */
  readonly children: ReactNode;
}

const decided = (signees: readonly DocumentSignee[]) =>
  signees.filter(({ status }) => status === 'signed' || status === 'rejected').length;

/** Returns the people as they were seen last: a check may know more than details that were read before it. */
function latestOf(
  read: readonly DocumentSignee[] | undefined,
  seen: readonly DocumentSignee[] | null,
): readonly DocumentSignee[] | null {
  if (read === undefined || seen === null) return read ?? seen;
  return decided(seen) > decided(read) ? seen : read;
}

/** Returns how far a document is. Less than 0: the status is unknown. */
const reached = (status: string): number => (isOver(status) ? 2 : ['draft', 'in-progress'].indexOf(status));

/** Returns the later of two statuses: a document only goes on, and its row may know more than the details read before. */
function laterOf(read: string | undefined, seen: string | undefined): string | undefined {
  if (read === undefined || seen === undefined) return read ?? seen;
  return reached(read) >= 0 && reached(seen) > reached(read) ? seen : read;
}

/** Shows the people as a line of time: as the service says, or as we last saw them. */
export function DocumentPeople({ details, document, onChanged, children }: DocumentPeopleProps) {
  const { t } = useTranslation();
  const signees = latestOf(details?.signees, document?.signees ?? null);
  const status = laterOf(details?.documentStatus, document?.documentStatus);
  if (signees === null || status === undefined) return children;
  const shown = { signees, documentStatus: status, sentAt: sentAt(document, details) };
  return (
    <section aria-label={t('details.signees')}>
      {details && signees.length === 0 && <p>{t('details.noSignees')}</p>}
      {details && (details.can.length > 0 || details.ordered) ? (
        <PeopleOrders {...shown} details={details} onChanged={onChanged} />
      ) : (
        <SigneeStatusList {...shown} />
      )}
    </section>
  );
}
