import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails } from '../../../preload/contract/document.ts';
import type { Action } from '../../ui/action-bar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Entry, nameOf } from './entry/entry.ts';

const CompleteDraftDialog = lazyPart(async () => (await import('./complete-draft-dialog.tsx')).CompleteDraftDialog);

interface CompleteDraftProps {
  readonly entry: Entry;
  /** The details as the service says them now. Null: it has not answered, or is not asked. */
  readonly details: DocumentDetails | null;
  readonly onSent: (submissionId: string) => void;
  /** Reads the details again. */
  readonly onChanged: () => void;
  readonly children: (actions: readonly Action[]) => ReactNode;
}

/** Tells whether a person can complete and send the draft, wherever it was made. */
function isOffered({ document, submission }: Entry, details: DocumentDetails | null): boolean {
  if (details?.documentStatus !== 'draft' || (document !== null && document.command !== null)) return false;
  return submission === null || submission.commands.includes('complete');
}

/** Offers to complete a draft: with further people, another sender or comment. Then it is sent. */
export function CompleteDraft({ entry, details, onSent, onChanged, children }: CompleteDraftProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<DocumentDetails | null>(null);
  const { submission } = entry;
  const isFirst = submission === null || submission.problem?.key === 'draft-differs';
  const action: Action = {
    id: 'complete',
    label: t('complete.action'),
    effect: t('complete.effect'),
    look: isFirst ? 'primary' : 'plain',
    weight: isFirst ? 0 : 2,
    act: () => setShown(details),
  };
  const close = () => setShown(null);
  return (
    <>
      {shown !== null && shown.draft === null && (
        <Notice problem={{ key: 'draft-unreadable', params: {} }} onClose={close} />
      )}
      {children(isOffered(entry, details) ? [action] : [])}
      {shown?.draft && (
        <CompleteDraftDialog
          name={nameOf(entry)}
          details={shown}
          draft={shown.draft}
          onSent={onSent}
          onChanged={onChanged}
          onClose={close}
        />
      )}
    </>
  );
}
