import type { DocumentEntry } from '../../preload/contract/document.ts';
import type { CheckSeen } from '../outbox/reconcile.ts';
import type { Overview, OverviewEntry } from '../signing/answers/overview.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Outcome, success } from '../signing/outcome.ts';

/** What one check has read. */
export interface Listed extends Pick<CheckSeen, 'drafts' | 'begun' | 'complete'> {
  /** The newest, as the list shows them. */
  readonly documents: readonly DocumentEntry[];
  /** How many the service says there are. */
  readonly total: number | null;
}

interface Wish {
  readonly signal: AbortSignal;
  /** Somebody looks for a document that may be further back. */
  readonly allPages: boolean;
  readonly draftsOnly: boolean;
}

const pageSize = 1_000;
const mostPages = 10;

function toEntry(entry: OverviewEntry): DocumentEntry {
  return {
    id: entry.documentId,
    name: entry.documentName || entry.documentId,
    mimeType: entry.documentMimeType ?? '',
    documentStatus: entry.documentStatus,
    signStatus: entry.signStatus,
    canWithdraw: entry.policy.canWithdraw ?? false,
    canDelete: entry.policy.canDelete ?? false,
  };
}

/** Entries of the answer, those included that could not be read. */
const counted = ({ documents, unreadable }: Overview) => documents.length + unreadable;

/**
 * Nothing comes after these. `size` may mean all documents or those of this answer, and the service may give fewer at
 * once than it was asked for: where that leaves a doubt, the next page tells.
 */
function isAll(pages: readonly Overview[]): boolean {
  const last = pages.at(-1);
  if (!last) return false;
  const { size, pagination } = last;
  const here = counted(last);
  if (here === 0) return true;
  const read = pages.reduce((sum, page) => sum + counted(page), 0);
  if (here < Math.min(pageSize, pagination?.limit ?? pageSize)) return size === null || size <= here || read >= size;
  return size !== null && size > here && read >= size;
}

/** The newest page, and as many more as somebody needs. Pages of one reading are one check. */
export async function readOverviews(
  client: Pick<SigningClient, 'overview'>,
  { signal, allPages, draftsOnly }: Wish,
): Promise<Outcome<Listed>> {
  const ask = (offset: number) =>
    client.overview(
      { limit: pageSize, offset, order: 'desc', ...(draftsOnly ? { documentStatus: 'draft' } : {}) },
      { signal },
    );
  const first = await ask(0);
  if (!first.ok) return first;
  const pages = [first.value];
  const wanted = allPages ? mostPages : 1;
  while (pages.length < wanted && !isAll(pages) && !signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const next = await ask(pages.reduce((sum, page) => sum + counted(page), 0));
    // What was read so far still counts; it only proves nothing about what is missing.
    if (!next.ok) break;
    pages.push(next.value);
  }
  // What was uploaded meanwhile moved others on to the next page: they are there twice.
  const all = new Map(pages.flatMap(({ documents }) => documents).map((entry) => [entry.documentId, entry]));
  const named = [...all.values()].map(({ documentId, documentName, documentStatus }) => ({
    isDraft: documentStatus === 'draft',
    document: { documentId, name: documentName ?? '' },
  }));
  return success({
    documents: first.value.documents.map(toEntry),
    total: first.value.size,
    drafts: named.flatMap(({ isDraft, document }) => (isDraft ? [document] : [])),
    begun: named.flatMap(({ isDraft, document }) => (isDraft ? [] : [document])),
    complete: isAll(pages) && pages.every(({ unreadable }) => unreadable === 0),
  });
}
