import type { DocumentCommandKind, DocumentEntry, DocumentOrder } from '../../preload/contract/document.ts';
import type { DocumentCommand } from '../journal/document-commands.ts';
import type { Submission } from '../submission/submission.ts';
import { dueAt, ordersDuring } from './decide-order.ts';

interface Circumstances {
  readonly command: DocumentCommand | null;
  /** The submission that has the document. Reading it takes time, and most documents need no look at it. */
  readonly owner: () => Submission | null;
  /** The document belongs to the account that is signed in. */
  readonly isOwn: boolean;
}

type Document = Pick<DocumentEntry, 'documentStatus' | 'canWithdraw' | 'canDelete' | 'goneAt'>;

/** A submission has its own commands. It has none for a document that was withdrawn elsewhere. */
function isLeftTo(owner: Submission | null, { documentStatus }: Document): boolean {
  if (owner === null) return true;
  return owner.stage.kind === 'done' && owner.stage.as === 'started' && documentStatus === 'withdrawn';
}

function possibleOrder(status: string, canWithdraw: boolean, canDelete: boolean): DocumentCommandKind | null {
  if (canWithdraw && status === 'in-progress') return 'withdraw';
  return canDelete && (status === 'draft' || status === 'withdrawn') ? 'delete' : null;
}

/** What a person can order now: what the service's policy and the status of the document allow. */
export function ordersOf(document: Document, { command, owner, isOwn }: Circumstances): DocumentOrder[] {
  if (document.goneAt !== null || !isOwn) return [];
  if (command !== null && command.stage.kind !== 'done') return ordersDuring(command);
  const { documentStatus, canWithdraw, canDelete } = document;
  const possible = possibleOrder(documentStatus, canWithdraw, canDelete);
  return possible !== null && isLeftTo(owner(), document) ? [possible] : [];
}

const phases = { ready: 'waiting', calling: 'calling', unclear: 'unclear', failed: 'failed' } as const;

/** The order as the row shows it. Null: there is none, or it is carried out. */
export function shownCommand(command: DocumentCommand | null): DocumentEntry['command'] {
  if (command === null || command.stage.kind === 'done') return null;
  const { kind, problem } = command;
  return { kind, phase: phases[command.stage.kind], nextTryAt: dueAt(command), problem };
}
