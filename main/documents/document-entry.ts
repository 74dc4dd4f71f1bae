import { basename } from 'node:path';
import type { DocumentEntry, DocumentSignee } from '../../preload/contract/document.ts';
import type { Journal } from '../journal/journal.ts';
import type { Submission } from '../submission/submission.ts';
import { beganAt, dueOf } from '../tracking/lifecycle.ts';
import { ordersOf, shownCommand } from './document-orders.ts';

const countWith = (signees: readonly DocumentSignee[], ...statuses: readonly string[]): number =>
  signees.filter(({ status }) => status !== null && statuses.includes(status)).length;

/** What the journal knows about a document: its deadline, its people and its saved copy. Null: nothing. */
export function documentEntryOf(
  journal: Pick<
    Journal,
    'documentCommands' | 'documentFacts' | 'documents' | 'documentsSeen' | 'savedCopies' | 'submissions'
  >,
  connectionId: string,
  id: string,
  /** The account that is signed in. */
  account: string | null,
  /** The submission that has the document, if the caller knows it. */
  known?: Submission | null,
): DocumentEntry | null {
  // A journal of an early version knows some documents only from their list.
  const listed = journal.documentsSeen.find(connectionId, id);
  const seen = journal.documents.find(connectionId, id) ?? listed;
  if (seen === null) return null;
  const fact = journal.documentFacts.find(connectionId, id);
  const copy = journal.savedCopies.of(connectionId, id).at(-1);
  const current = fact !== null && fact.status === seen.documentStatus ? fact : null;
  const goneAt = fact?.goneAt ?? null;
  const signees = fact?.signees ?? [];
  const command = goneAt === null ? journal.documentCommands.find(connectionId, id) : null;
  const owner = () => (known === undefined ? journal.submissions.ownerOf(connectionId, id) : known);
  // Whose it is may be unknown. The list of the last check is of the account that is signed in.
  const isOwn = account !== null && ((fact?.account ?? null) === null ? listed !== null : fact?.account === account);
  return {
    ...seen,
    canWithdraw: seen.canWithdraw && goneAt === null,
    canDelete: seen.canDelete && goneAt === null,
    since: current === null ? null : beganAt(current),
    due: current === null || goneAt !== null ? null : dueOf(current),
    signees: fact?.signees ?? null,
    people: {
      all: signees.length,
      signed: countWith(signees, 'signed'),
      waiting: countWith(signees, 'pending', 'in-progress'),
    },
    saved: copy === undefined ? null : { name: basename(copy.path), at: copy.at },
    saveProblem: fact?.saveProblem ?? null,
    goneAt,
    command: shownCommand(command),
    orders: ordersOf({ ...seen, goneAt }, { command, owner, isOwn }),
  };
}
