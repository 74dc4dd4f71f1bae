import { DocumentCells } from './document-cells.tsx';
import { DoneButton } from './done-button.tsx';
import { type Entry, nameOf, rowDocument } from './entry/entry.ts';
import { SubmissionCells } from './submission/submission-cells.tsx';

export function EntryCells({ entry }: { entry: Entry }) {
  const document = rowDocument(entry);
  const name = nameOf(entry);
  // Only here a row would stay for good. Finished rows are put away several at once.
  const isDone = entry.group === 'needsYou' && entry.canArchive;
  if (document)
    return (
      <DocumentCells
        entry={document}
        rowKey={entry.key}
        action={isDone ? <DoneButton rowKey={entry.key} name={name} /> : null}
      />
    );
  return entry.submission && <SubmissionCells row={entry.submission} name={name} />;
}
