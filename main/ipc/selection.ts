import type { Handlers } from '../../preload/contract/index.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Documents } from '../documents/documents.ts';
import type { OrderWorker } from '../documents/order-worker.ts';
import { detailsOf } from '../journal/journal-fault.ts';
import type { List } from '../list/list.ts';
import { documentIdOf, type RowKey } from '../list/row-key.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PublishedState } from '../state/published-state.ts';
import { unhurried } from '../time/slices.ts';

interface SelectionHandlersDeps {
  readonly state: PublishedState;
  readonly list: Pick<List, 'archive' | 'selections' | 'keys'>;
  readonly documents: Pick<Documents, 'saveThese'>;
  readonly outbox: Pick<Outbox, 'find' | 'command' | 'rows'>;
  readonly orders: Pick<OrderWorker, 'order'>;
  readonly onArchived: () => void;
}

type Acted = { readonly count: number; readonly problem: Problem | null };

const changed: Acted = { count: 0, problem: { key: 'selection-changed', params: {} } };
const unrecorded = (count: number, details?: string): Acted => ({
  count,
  problem: { key: 'not-recorded', params: {}, ...(details === undefined ? {} : { details }) },
});

/** Actions on the rows that a person chose in the list. */
export function selectionHandlers(deps: SelectionHandlersDeps) {
  const { state, list, documents, outbox, orders, onArchived } = deps;
  /** Rows whose submission has the command take it as a single row would. The others are left to their documents. */
  async function command(rows: readonly RowKey[], kind: 'withdraw' | 'delete') {
    const left: string[] = [];
    let count = 0;
    for await (const row of unhurried(rows)) {
      const found = row.submission === null ? null : outbox.find(row.submission.id);
      const documentId = documentIdOf(row);
      if (found !== null && outbox.rows.row(found).commands.includes(kind)) {
        const answer = await outbox.command(found.id, { kind });
        if (answer.ok) count += 1;
        else if (answer.reason === 'unwritable') return { count, left: [], isUnwritable: true };
      } else if (documentId !== null) left.push(documentId);
    }
    return { count, left, isUnwritable: false };
  }

  async function act(connectionId: string, rows: readonly RowKey[], kind: 'withdraw' | 'delete'): Promise<Acted> {
    const { count, left, isUnwritable } = await command(rows, kind);
    if (isUnwritable) return unrecorded(count);
    try {
      return { count: count + (await orders.order(connectionId, left, kind)), problem: null };
    } catch (error) {
      return unrecorded(count, detailsOf(error));
    }
  }

  async function archive(rows: readonly RowKey[], isArchived: boolean): Promise<Acted> {
    try {
      await list.archive(rows, isArchived);
      onArchived();
      return { count: rows.length, problem: null };
    } catch (error) {
      return unrecorded(0, detailsOf(error));
    }
  }

  return {
    'documents.keys': ({ query, from, count }) => list.keys(query, from, count),
    'documents.selected': ({ selection }) => list.selections.summary(selection),
    'documents.act': async ({ selection, action, stamp }) => {
      const { active } = state.get();
      if (active === null) return { count: 0, problem: { key: 'signed-out', params: {} } };
      const rows = await list.selections.confirmed(selection, action, stamp);
      if (rows === null || state.get().active !== active) return changed;
      if (action === 'archive' || action === 'unarchive') return archive(rows, action === 'archive');
      if (action !== 'save') return act(active, rows, action);
      const ids = rows.flatMap((row) => documentIdOf(row) ?? []);
      return { count: ids.length, problem: await documents.saveThese(active, ids) };
    },
  } satisfies Partial<Handlers>;
}
