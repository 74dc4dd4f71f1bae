import { useMirror } from '../../store/mirror.ts';
import { DocumentStatus } from './document-status.tsx';
import { type Entry, entriesOf, nameOf, speakingDocument } from './entry/entry.ts';
import { SubmissionCells } from './submission/submission-cells.tsx';

/** What a row shows: the entry as it is now, so that a list is not drawn anew because the bytes of one file move. */
export function EntryCells({ placed }: { placed: Entry }) {
  const entry = useMirror(({ state }) => state && entriesOf(state).byKey.get(placed.key)) ?? placed;
  const { submission } = entry;
  const document = speakingDocument(entry);
  const hasMore = submission !== null && (submission.problem !== null || submission.orphans.length > 0);
  if (document && !hasMore) return <DocumentStatus entry={document} />;
  return submission && <SubmissionCells row={submission} name={nameOf(entry)} />;
}
