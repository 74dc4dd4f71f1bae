import { basename } from 'node:path';
import {
  type DocumentEntry,
  type DocumentOrder,
  type DocumentSignee,
  documentOrderKind,
} from '../../preload/contract/document.ts';
import { isOver } from '../../shared/signee-state.ts';
import type { StoredOrder } from '../journal/document-orders.ts';
import type { Journal } from '../journal/journal.ts';
import { verdictOfCopy } from '../signatures/copy-verdict.ts';
import { chosenPeople } from '../submission/chosen-people.ts';
import type { Submission } from '../submission/submission.ts';
import { beganAt, dueOf } from '../tracking/lifecycle.ts';
import { operations, ordersDuring } from './decide-order.ts';
import { belongsToAccount } from './document-account.ts';
import { unsignedEnd } from './missing-copies.ts';
import { dueAt } from './order-steps.ts';

const countWith = (signees: readonly DocumentSignee[] | null, ...statuses: readonly string[]): number =>
  (signees ?? []).filter(({ status }) => status !== null && statuses.includes(status)).length;

interface Circumstances {
  readonly order: StoredOrder | null;
  /** Reads the submission that has the document. This takes time, and most documents do not need it. */
  readonly owner: () => Submission | null;
  /** The document belongs to the account that is signed in. */
  readonly isOwn: boolean;
}

type Document = Pick<DocumentEntry, 'documentStatus' | 'canWithdraw' | 'canDelete' | 'goneAt'>;

/**
 * Tells whether a document has no submission, or was withdrawn or started elsewhere. Submissions have their own commands.
 */
function isLeftTo(owner: Submission | null, { documentStatus }: Document): boolean {
  if (owner === null) return true;
  if (owner.stage.kind !== 'done') return false;
  const { as } = owner.stage;
  return (as === 'started' && documentStatus === 'withdrawn') || (as === 'draft' && documentStatus === 'in-progress');
}

/** Returns the orders that the service's policy and the status of the document allow now. */
function ordersOf(document: Document, { order, owner, isOwn }: Circumstances): DocumentOrder[] {
  if (document.goneAt !== null || !isOwn) return [];
  if (order !== null && order.stage.kind !== 'done') return ordersDuring(order);
  const possible = documentOrderKind.options.filter((kind) => {
    const { allowedBy, possible: statuses } = operations[kind];
    return document[allowedBy] && statuses.includes(document.documentStatus);
  });
  return possible.length > 0 && isLeftTo(owner(), document) ? possible : [];
}

const phases = { ready: 'waiting', calling: 'calling', unclear: 'unclear', failed: 'failed' } as const;

/** Returns the order as the row shows it, or null if there is none or it was carried out. */
function shownOrder(order: StoredOrder | null): DocumentEntry['command'] {
  if (order === null || order.stage.kind === 'done') return null;
  const { kind, problem } = order;
  return { kind, phase: phases[order.stage.kind], nextTryAt: dueAt(order), problem };
}

/** Reads what the journal knows of a document: its deadline, its people and its saved copy. Null: nothing. */
export function documentEntryOf(
  journal: Pick<
    Journal,
    'documentOrders' | 'documentFacts' | 'documents' | 'documentsSeen' | 'rescuedFiles' | 'savedCopies' | 'submissions'
  >,
  connectionId: string,
  id: string,
  account: string | null,
  /** The submission that has the document, if the caller knows it. */
  ownedBy?: Submission | null,
): DocumentEntry | null {
  // A journal of an early version knows some documents only from their list.
  const listed = journal.documentsSeen.find(connectionId, id);
  const seen = journal.documents.find(connectionId, id) ?? listed;
  if (seen === null) return null;
  const fact = journal.documentFacts.find(connectionId, id);
  const copy = journal.savedCopies.of(connectionId, id).at(-1);
  const rescued =
    unsignedEnd(seen.documentStatus) === null ? undefined : journal.rescuedFiles.of(connectionId, id).at(-1);
  const current = fact !== null && fact.status === seen.documentStatus ? fact : null;
  const goneAt = fact?.goneAt ?? null;
  const order = goneAt === null ? journal.documentOrders.find(connectionId, id) : null;
  const owner = () => (ownedBy === undefined ? journal.submissions.ownerOf(connectionId, id) : ownedBy);
  const isOwn = belongsToAccount(account, fact, listed);
  // Nothing is said of the people who were chosen once the document has ended, or where nobody was.
  const chosen = fact?.signees || isOver(seen.documentStatus) ? [] : chosenPeople(owner()?.wish ?? null);
  const signees = fact?.signees ?? (chosen.length > 0 ? chosen : null);
  return {
    ...seen,
    canWithdraw: seen.canWithdraw && goneAt === null,
    canDelete: seen.canDelete && goneAt === null,
    since: current === null ? null : beganAt(current),
    due: current === null || goneAt !== null ? null : dueOf({ ...current, signStatus: seen.signStatus }),
    signees,
    people: {
      all: signees?.length ?? 0,
      signed: countWith(signees, 'signed'),
      waiting: countWith(signees, 'pending', 'in-progress'),
    },
    saved: copy === undefined ? null : { name: basename(copy.path), at: copy.at },
    rescued: rescued === undefined ? null : { name: basename(rescued.path), at: rescued.at },
    verdict: copy === undefined || fact === null ? null : verdictOfCopy(fact),
    saveProblem: fact?.saveProblem ?? null,
    goneAt,
    command: shownOrder(order),
    orders: ordersOf({ ...seen, goneAt }, { order, owner, isOwn }),
  };
}
