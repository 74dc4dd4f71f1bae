import type { ListQuery, ListRow, RowsPart } from '../../preload/contract/list.ts';
import type { RowSelection } from '../../preload/contract/selection.ts';
import type { Journal } from '../journal/journal.ts';
import { firstMessage } from '../state/messages.ts';
import type { Submission } from '../submission/submission.ts';
import { inParts, unhurried } from '../time/slices.ts';
import { endOfRow } from './list-index.ts';
import { type ListView, placeOf, rowsAt } from './list-view.ts';
import type { RowKey } from './row-key.ts';
import { createSelections } from './selections.ts';
import type { ShownList } from './shown-list.ts';

interface AnswersDeps {
  readonly journal: Pick<Journal, 'archive'>;
  readonly current: () => ShownList;
  readonly read: (row: RowKey, isBrief: boolean) => ListRow;
  /** Returns the service user of a connection, and a submission, as they are now. */
  readonly accountOf: (connectionId: string) => string | null;
  readonly submissionOf: (id: string) => Submission | null;
  /** Returns the number of a message to the window. A later message has a higher one. */
  readonly nextVersion: () => number;
  readonly tellOpened: (version: number, open: RowKey) => void;
  readonly scheduleFlush: () => void;
}

const ARCHIVED_AT_ONCE = 200;

/** Answers the questions of the window and of the actions on rows about the shown list. */
export function createListAnswers(deps: AnswersDeps) {
  const { journal, current, read, nextVersion, scheduleFlush, submissionOf } = deps;
  /** Reads the view. Starts again if another connection is shown at the end. */
  async function viewNow(query: ListQuery): Promise<ListView> {
    const asked = current();
    await asked.ready;
    const view = await asked.viewOf(query);
    return asked === current() ? view : viewNow(query);
  }

  async function chosenRows(selection: RowSelection): Promise<readonly RowKey[]> {
    if ('keys' in selection) {
      await current().ready;
      return [...new Set(selection.keys.flatMap((key) => current().index.find(key) ?? []))];
    }
    const except = new Set(selection.except);
    const { groups } = await viewNow(selection.query);
    return groups.flatMap(({ rows }) => rows).filter(({ key }) => !except.has(key));
  }

  const momentNow = () => ({ account: deps.accountOf(current().connectionId ?? ''), submissionOf });

  return {
    /** Returns rows of the list. Those that are `inPassing` are not kept up to date: the list has others in sight. */
    async rows(query: ListQuery, from: number, count: number, inPassing = false): Promise<RowsPart> {
      const view = await viewNow(query);
      const told = nextVersion();
      const asked = rowsAt(view, from, count);
      const open = asked.find(({ key }) => key === current().sight.opened());
      if (open !== undefined) deps.tellOpened(told, open);
      const rows = firstMessage(asked, (row) => read(row, true));
      if (!inPassing) current().sight.answered(rows.map(({ key }) => key));
      const groups = view.groups.map(({ group, count: all, folded }) => ({ group, count: all, folded }));
      const revision = current().revision(view.version);
      return { revision, version: told, rows, groups, total: view.total };
    },
    selections: createSelections(chosenRows, momentNow),
    async keys(query: ListQuery, from: number, count: number) {
      const view = await viewNow(query);
      return { keys: rowsAt(view, from, count).map(({ key }) => key) };
    },
    /** Yields the chosen rows of a connection one by one for a table, and lets other work run in between. */
    async *all(selection: RowSelection, connectionId: string): AsyncGenerator<ListRow> {
      const asked = current();
      // A notification may have shown another one since the person asked.
      if (asked.connectionId !== connectionId) throw new Error('Another connection is shown.');
      const chosen = await chosenRows(selection);
      for await (const { key } of unhurried(chosen)) {
        if (current() !== asked) throw new Error('Another connection is shown.');
        const row = asked.index.find(key);
        if (row !== null) yield read(row, false);
      }
    },
    /** Puts rows of the shown connection out of sight, or back. */
    async archive(rows: readonly RowKey[], isArchived: boolean): Promise<void> {
      const { index, sight, connectionId } = current();
      if (connectionId === null) return;
      await inParts(rows, ARCHIVED_AT_ONCE, (part) => {
        if (isArchived) journal.archive.add(connectionId, part.map(endOfRow));
        else
          journal.archive.remove(
            connectionId,
            part.map(({ key }) => key),
          );
        for (const row of part) {
          if (isArchived) index.archive(endOfRow(row));
          else index.unarchive(row.key);
          sight.mark(row.key);
        }
        scheduleFlush();
      });
    },
    async row(key: string) {
      await current().ready;
      const found = current().index.find(key);
      current().sight.open(found?.key ?? null);
      return { version: nextVersion(), row: found === null ? null : read(found, false) };
    },
    async positionOf(query: ListQuery, key: string) {
      const view = await viewNow(query);
      const row = current().index.find(key);
      return { revision: current().revision(view.version), position: row === null ? null : placeOf(view, query, row) };
    },
  };
}
