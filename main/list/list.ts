import type { DocumentEntry } from '../../preload/contract/document.ts';
import type { ListRow, RowsChanged } from '../../preload/contract/list.ts';
import type { SubmissionRow } from '../../preload/contract/submission.ts';
import type { Journal } from '../journal/journal.ts';
import { createListeners } from '../state/listeners.ts';
import { inMessages } from '../state/messages.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import { createListAnswers } from './list-answers.ts';
import { submissionRowKey } from './list-index.ts';
import type { LoaderDeps } from './list-loader.ts';
import { readRow } from './row-content.ts';
import { keyOfSubmission, type RowKey } from './row-key.ts';
import { createShownList } from './shown-list.ts';

export interface ListDeps {
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly journal: LoaderDeps['journal'] & Pick<Journal, 'people'>;
  readonly submissionOf: (id: string) => Submission | null;
  readonly rowOf: (submission: Submission) => SubmissionRow;
  readonly entryOf: (connectionId: string, documentId: string, owner: Submission | null) => DocumentEntry | null;
  readonly onFault: (error: unknown) => void;
}

/** Bytes move many times a second; a person sees ten. */
const FLUSH_MS = 100;

/** Serves the list of the shown connection in parts: the window holds only the rows in sight. */
export function createList(deps: ListDeps) {
  const { clock, state, journal } = deps;
  const changes = createListeners<RowsChanged>();
  let version = 0;
  let cancelFlush: (() => void) | null = null;
  const tools = { clock, journal, publish, scheduleFlush };
  let shown = createShownList(tools, null, 0);

  const read = (row: RowKey, isBrief: boolean): ListRow =>
    readRow(
      row,
      shown.connectionId ?? '',
      { ...deps, named: deps.journal.people.named, copyOf: shown.index.copyOf },
      isBrief,
    );

  function nextVersion(): number {
    version += 1;
    return version;
  }

  function publish(): void {
    const list = shown.summary();
    if (JSON.stringify(list) !== JSON.stringify(state.get().list)) state.publish({ list });
  }

  /** Tells about the row whose details are open, before the rows: else the details would say less than their row. */
  const tellOpened = (told: number, open: RowKey): void =>
    changes.tell({ version: told, rows: [], opened: read(open, false) });

  function scheduleFlush(): void {
    cancelFlush ??= clock.after(FLUSH_MS, () => void flush().catch(deps.onFault));
  }

  /** Publishes the counts, and sends the window the rows in sight that have changed. */
  async function flush(): Promise<void> {
    cancelFlush = null;
    const flushed = shown;
    if (flushed.connectionId === null) return;
    await flushed.readChangedDocuments();
    if (flushed !== shown) return;
    publish();
    const { rows, open } = flushed.sight.takeChanged(flushed.index);
    const told = nextVersion();
    if (open !== null) tellOpened(told, open);
    for (const part of inMessages(rows, (row) => read(row, true)))
      changes.tell({ version: told, rows: [...part], opened: null });
  }

  function mark(...keys: readonly string[]): void {
    for (const key of keys) shown.sight.mark(key);
    scheduleFlush();
  }

  /** Shows a connection. Its first rows are there at once, the rest is read bit by bit. */
  function follow(connectionId: string): void {
    const opened = connectionId === shown.connectionId ? shown.sight.opened() : null;
    shown.close();
    shown = createShownList(tools, connectionId, shown.revision() + 1);
    shown.sight.open(opened);
    publish();
    shown.load().catch(deps.onFault);
  }

  const current = () => shown;
  return {
    ...createListAnswers({ ...deps, ...tools, accountOf: state.accountOf, current, read, nextVersion, tellOpened }),
    follow,
    submissionChanged(submission: Submission): void {
      if (submission.connectionId !== shown.connectionId) return;
      shown.index.putSubmission(keyOfSubmission(submission));
      const { id, redoOf } = submission;
      // A copy can be sent when the document that it replaces is withdrawn, and its original offers no second one.
      mark(...[id, redoOf, shown.index.copyOf(id)].flatMap((one) => (one === null ? [] : submissionRowKey(one))));
    },
    uploadProgressed: (id: string): void => mark(submissionRowKey(id)),
    /** Marks a document as changed. With the `id` null, any document may have changed. */
    documentsChanged(connectionId: string, id: string | null): void {
      if (connectionId !== shown.connectionId) return;
      if (id === null) return void shown.reload().catch(deps.onFault);
      shown.documentChanged(id);
      mark(id, shown.index.find(id)?.key ?? id);
    },
    /** Reads all rows once more, after submissions came back from the spool. */
    restored(): void {
      if (shown.connectionId !== null) follow(shown.connectionId);
    },
    /** Marks all rows, because something that each shows has changed, such as who is signed in. */
    refresh(): void {
      shown.sight.markAll();
      scheduleFlush();
    },
    onChanged: changes.listen,
    close(): void {
      cancelFlush?.();
      shown.close();
      shown = createShownList(tools, null, shown.revision());
    },
  };
}

export type List = ReturnType<typeof createList>;
