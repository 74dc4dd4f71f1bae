import { DocumentCells } from './document-cells.tsx';
import { type Entry, nameOf, rowDocument } from './entry/entry.ts';
import { SubmissionCells } from './submission/submission-cells.tsx';

export function EntryCells({ entry }: { entry: Entry }) {
  const document = rowDocument(entry);
  if (document) return <DocumentCells entry={document} />;
  return entry.submission && <SubmissionCells row={entry.submission} name={nameOf(entry)} />;
}
