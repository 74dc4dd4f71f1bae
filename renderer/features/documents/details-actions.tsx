import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails } from '../../../preload/contract/document.ts';
import type { EvidenceOf } from '../../../preload/contract/evidence.ts';
import { useOfferedActions } from '../../store/row-actions.ts';
import { type Action, ActionBar, RARE } from '../../ui/action-bar.tsx';
import { EvidenceActions } from '../evidence/evidence-actions.tsx';
import { Deadlines } from '../reminder/deadlines.tsx';
import { ArchiveAction } from './archive-action.tsx';
import { CompleteDraft } from './complete-draft.tsx';
import { DocumentActions } from './document-actions.tsx';
import { type Entry, nameOf, speakingDocument } from './entry/entry.ts';
import { SubmissionActions } from './submission/submission-actions.tsx';

/** Shows the actions of the row as a bar, and offers them in the palette. */
function OfferedBar(props: ComponentProps<typeof ActionBar>) {
  useOfferedActions('bar', props.actions);
  return <ActionBar {...props} />;
}

interface DetailsActionsProps {
  readonly entry: Entry;
  readonly of: EvidenceOf;
  readonly details: DocumentDetails | null;
  /** Reads the details again. */
  readonly onChanged: () => void;
  readonly onOpen: (submissionId: string) => void;
}

/** Shows all actions for the row, of the submission and of the document, in one bar. */
export function DetailsActions({ entry, of, details, onChanged, onOpen }: DetailsActionsProps) {
  const { t } = useTranslation();
  const { submission, document } = entry;
  const due = document?.due ?? null;
  const deadline = { id: 'deadline', label: t('calendar.add'), effect: null, look: 'plain', weight: RARE } as const;
  const bar = (...actions: (readonly Action[])[]) => <OfferedBar label={t('order.actions')} actions={actions.flat()} />;
  return (
    <ArchiveAction entry={entry}>
      {(archive) => (
        <EvidenceActions of={of}>
          {(evidence) => {
            // Always around the bar: a new bar would lose the press or the focus when the document or a deadline arrives.
            const withDocument = (own: readonly Action[]) => (
              <DocumentActions document={document} isSpeaking={speakingDocument(entry) === document}>
                {(orders) => (
                  <Deadlines id={document?.id ?? null}>
                    {(save) => bar(own, orders, archive, evidence, due === null ? [] : [{ ...deadline, act: save }])}
                  </Deadlines>
                )}
              </DocumentActions>
            );
            return (
              <CompleteDraft entry={entry} details={details} onSent={onOpen} onChanged={onChanged}>
                {(complete) =>
                  submission === null ? (
                    withDocument(complete)
                  ) : (
                    <SubmissionActions key={submission.id} row={submission} name={nameOf(entry)} onOpen={onOpen}>
                      {(own) => withDocument([...complete, ...own])}
                    </SubmissionActions>
                  )
                }
              </CompleteDraft>
            );
          }}
        </EvidenceActions>
      )}
    </ArchiveAction>
  );
}
