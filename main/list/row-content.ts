import type { DocumentEntry } from '../../preload/contract/document.ts';
import type { ListRow } from '../../preload/contract/list.ts';
import type { SubmissionRow } from '../../preload/contract/submission.ts';
import type { Journal } from '../journal/journal.ts';
import type { Submission } from '../submission/submission.ts';
import { oneLine } from '../words/one-line.ts';
import { archiveReason } from './row-actions.ts';
import type { RowKey } from './row-key.ts';

export interface ContentDeps {
  readonly submissionOf: (id: string) => Submission | null;
  readonly rowOf: (submission: Submission) => SubmissionRow;
  readonly entryOf: (connectionId: string, documentId: string, owner: Submission | null) => DocumentEntry | null;
  readonly named: Journal['people']['named'];
  /** Returns the held copy that was made of a submission. */
  readonly copyOf: (id: string) => string | null;
}

/** People of one row in the list, and in the details. */
const FEW = 8;
const MANY = 200;

/** Ranks people for whom the row has words before the others. */
const rank = ({ status }: NonNullable<DocumentEntry['signees']>[number]) =>
  status === 'rejected' ? 0 : status === 'pending' || status === 'in-progress' ? 1 : 2;

/** The most reasons, and their length. One person who rejects ends a document, and many would fill the message. */
const inList = { people: FEW, reasons: 1, longest: 300 } as const;
const inDetails = { people: MANY, reasons: 3, longest: Number.POSITIVE_INFINITY } as const;

function withSome(
  entry: DocumentEntry,
  most: typeof inList | typeof inDetails,
  named: ContentDeps['named'],
): DocumentEntry {
  const { signees } = entry;
  if (signees === null) return entry;
  const some = signees.length <= most.people ? signees : signees.toSorted((one, other) => rank(one) - rank(other));
  let left: number = most.reasons;
  const cut = some.slice(0, most.people).map(({ reason, ...signee }) => {
    if (reason === undefined || left === 0) return signee;
    left -= 1;
    return { ...signee, reason: reason.length <= most.longest ? reason : oneLine(reason, most.longest) };
  });
  return { ...entry, signees: named(cut) };
}

/** Reads the content of a row from the journal. `brief`: without what only the details show. */
export function readRow(row: RowKey, connectionId: string, deps: ContentDeps, brief: boolean): ListRow {
  const { key, group } = row;
  const canArchive = archiveReason(row) === null;
  const found = row.submission === null ? null : deps.submissionOf(row.submission.id);
  const entry = row.document === null ? null : deps.entryOf(connectionId, row.document.id, found);
  const submission = found === null ? null : { ...deps.rowOf(found), redoneAs: deps.copyOf(found.id) };
  const document = entry && withSome(entry, brief ? inList : inDetails, deps.named);
  if (!brief || submission === null) return { key, group, canArchive, document, submission };
  return { key, group, canArchive, document, submission: { ...submission, comment: '', candidates: [] } };
}
