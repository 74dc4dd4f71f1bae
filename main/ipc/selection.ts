import type { Handlers } from '../../preload/contract/index.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { RowSelection, SelectionSummary } from '../../preload/contract/selection.ts';
import type { Documents } from '../documents/documents.ts';
import type { OrderWorker } from '../documents/order-worker.ts';
import { detailsOf } from '../files/error-code.ts';
import { createSentAgain } from '../hand-over/known-content.ts';
import type { Journal } from '../journal/journal.ts';
import type { List } from '../list/list.ts';
import { documentIdOf, type RowKey } from '../list/row-key.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import { unhurried } from '../time/slices.ts';
import { refusalOf, type SendDeps, sendAfterUndo } from './outbox.ts';

/** People who are named before prepared documents are sent. */
const SHOWN_RECIPIENTS = 6;

interface SelectionHandlersDeps extends SendDeps {
  readonly journal: SendDeps['journal'] &
    Pick<Journal, 'documentFacts' | 'documents' | 'submissions'> & {
      readonly people: Pick<Journal['people'], 'nameOf'>;
    };
  readonly state: PublishedState;
  readonly list: Pick<List, 'archive' | 'selections' | 'keys'>;
  readonly documents: Pick<Documents, 'saveThese'>;
  readonly outbox: Pick<Outbox, 'find' | 'command' | 'commandAll' | 'rows'>;
  readonly orders: Pick<OrderWorker, 'order'>;
  readonly onArchived: () => void;
}

type Acted = { readonly count: number; readonly problem: Problem | null };

const changed: Acted = { count: 0, problem: { key: 'selection-changed', params: {} } };
const signedOut: Acted = { count: 0, problem: { key: 'signed-out', params: {} } };
const unrecorded = (count: number, details?: string): Acted => ({
  count,
  problem: { key: 'not-recorded', params: {}, ...(details === undefined ? {} : { details }) },
});

/** Handles actions on the rows that a person chose in the list. */
export function selectionHandlers(deps: SelectionHandlersDeps) {
  const { state, list, documents, outbox, orders, journal, onArchived } = deps;
  /**
   * Gives the command to rows whose submission offers it, as for a single row. The others are left to their documents.
   */
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
      const all = count + (await orders.order(connectionId, left, kind));
      return { count: all, problem: all < rows.length ? { key: 'not-now', params: {} } : null };
    } catch (error) {
      return unrecorded(count, detailsOf(error));
    }
  }

  /** Returns the people whom the prepared rows would ask to sign. */
  async function recipientsOf(selection: RowSelection): Promise<SelectionSummary['recipients']> {
    const documentsOf = new Map<string, number>();
    for await (const { submission } of unhurried(await list.selections.able(selection, 'send'))) {
      const found = submission === null ? null : outbox.find(submission.id);
      for (const email of new Set(found?.wish.signees.map((signee) => signee.email)))
        documentsOf.set(email, (documentsOf.get(email) ?? 0) + 1);
    }
    const most = [...documentsOf].toSorted(([, one], [, other]) => other - one).slice(0, SHOWN_RECIPIENTS);
    const shown = most.map(([email, count]) => ({ who: journal.people.nameOf(email) ?? email, documents: count }));
    return { count: documentsOf.size, shown };
  }

  /** Sends or discards prepared rows, as one does that was opened alone. Undo is one for all of them. */
  async function sendOrDiscard(rows: readonly RowKey[], action: 'send' | 'discard'): Promise<Acted> {
    const given = action === 'send' ? sendAfterUndo(deps) : ({ kind: 'cancel' } as const);
    const ids = rows.flatMap(({ submission }) => submission?.id ?? []);
    let problem: Problem | null = null;
    const isSentAgain = createSentAgain(journal);
    const isOffered = (found: Submission) => {
      const isAgain = given.kind === 'send' && isSentAgain(found);
      const refusal =
        refusalOf(outbox.rows.row(found), given.kind) ??
        (isAgain ? refuse('sent-before', { name: found.wish.file.name }) : null);
      problem ??= refusal?.problem ?? null;
      return refusal === null;
    };
    const answers = await outbox.commandAll(ids, given, isOffered);
    const count = answers.filter(({ ok }) => ok).length;
    if (answers.some((answer) => !answer.ok && answer.reason === 'unwritable')) return unrecorded(count);
    return { count, problem: count < ids.length ? (problem ?? { key: 'not-now', params: {} }) : null };
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
    'documents.selected': async ({ selection }) => {
      const summary = await list.selections.summary(selection);
      const isSending = summary.actions.send.can > 0;
      return { ...summary, recipients: isSending ? await recipientsOf(selection) : { count: 0, shown: [] } };
    },
    'documents.act': async ({ selection, action, stamp }) => {
      const { active } = state.get();
      if (active === null) return signedOut;
      const rows = await list.selections.confirmed(selection, action, stamp);
      if (rows === null || state.get().active !== active) return changed;
      if (action === 'send' || action === 'discard') return sendOrDiscard(rows, action);
      if (action === 'archive' || action === 'unarchive') return archive(rows, action === 'archive');
      if (state.accountOf(active) === null) return signedOut;
      if (action !== 'save') return act(active, rows, action);
      const ids = rows.flatMap((row) => documentIdOf(row) ?? []);
      return documents.saveThese(active, ids);
    },
  } satisfies Partial<Handlers>;
}
