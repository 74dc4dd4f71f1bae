import { useMirror } from '../../store/mirror.ts';
import { DocumentStatus } from './document-status.tsx';
import { type Entry, entriesOf, nameOf, speakingDocument } from './entry/entry.ts';
import { SubmissionCells } from './submission/submission-cells.tsx';

/**
 * The cells of a row. They read the current entry themselves, so that progress of one file does not render the list.
 */
export function EntryCells({ placed }: { placed: Entry }) {
  const entry = useMirror(({ state }) => state && entriesOf(state).byKey.get(placed.key)) ?? placed;
  const { submission } = entry;
  const document = speakingDocument(entry);
  const hasMore = submission !== null && (submission.problem !== null || submission.orphans.length > 0);
  if (document && !hasMore) return <DocumentStatus entry={document} />;
  return submission && <SubmissionCells row={submission} name={nameOf(entry)} />;
}
