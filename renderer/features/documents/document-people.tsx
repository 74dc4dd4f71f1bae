import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails, DocumentEntry } from '../../../preload/contract/document.ts';
import { sentAt } from './entry/document-text.ts';
import { SigneeStatusList } from './signee-status-list.tsx';

interface DocumentPeopleProps {
  /** As the service says. Null: it has not answered, or is not asked. */
  readonly details: DocumentDetails | null;
  readonly document: DocumentEntry | null;
  /** Shown when nothing is known of the people at the service. */
  readonly children: ReactNode;
}

/** The people as a line of time: as the service says, or as we last saw them. */
export function DocumentPeople({ details, document, children }: DocumentPeopleProps) {
  const { t } = useTranslation();
  const signees = details?.signees ?? document?.signees ?? null;
  const status = details?.documentStatus ?? document?.documentStatus;
  if (signees === null || status === undefined) return children;
  return (
    <section aria-label={t('details.signees')}>
      {details && signees.length === 0 && <p>{t('details.noSignees')}</p>}
      <SigneeStatusList signees={signees} documentStatus={status} sentAt={sentAt(document, details)} />
    </section>
  );
}
