import type { DocumentEntry } from '../../preload/contract/document.ts';
import type { ListQuery, ListRow, RowsChanged, RowsPart } from '../../preload/contract/list.ts';
import type { RowSelection } from '../../preload/contract/selection.ts';
import type { SubmissionRow } from '../../preload/contract/submission.ts';
import { wordsIn } from '../journal/search-words.ts';
import { createListeners } from '../state/listeners.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import { createSlices, inParts } from '../time/slices.ts';
import { createListIndex, endOfRow, submissionRowKey } from './list-index.ts';
import { createLoader, type LoaderDeps } from './list-loader.ts';
import { type ListView, placeOf, readView, readWholeView, rowsAt } from './list-view.ts';
import { inMessages, readRow } from './row-content.ts';
import { joinPeople, keyOfSubmission, type RowKey } from './row-key.ts';
import { createSelections } from './selections.ts';

export interface ListDeps {
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly journal: LoaderDeps['journal'];
  readonly submissionOf: (id: string) => Submission | null;
  readonly rowOf: (submission: Submission) => SubmissionRow;
  readonly entryOf: (connectionId: string, documentId: string, owner: Submission | null) => DocumentEntry | null;
  readonly onFault: (error: unknown) => void;
}

/** Bytes move many times a second; a person sees ten. */
const FLUSH_MS = 100;
/** Rows that the window may still show: those of its last answers. */
const ANSWERS_WATCHED = 3;
/** The first screen of any group needs no more. */
const FIRST_ROWS = 1_000;
/** Rows in one write. */
const ARCHIVED_AT_ONCE = 200;
/** While a long list is read, its counts are told now and then. */
const TOLD_EVERY = 10_000;

/** The list of the shown connection, served in parts: the window holds only the rows in sight. */
export function createList(deps: ListDeps) {
  const { clock, state } = deps;
  const loader = createLoader({ journal: deps.journal, now: clock.now });
  const changes = createListeners<RowsChanged>();
  let shown: string | null = null;
  let index = createListIndex();
  /** Revisions grow although each connection has its own index. */
  let base = 0;
  let readMessages = 0;
  let ready: Promise<void> = Promise.resolve();
  let isReady = false;
  let reading: Promise<unknown> = Promise.resolve();
  let known: { readonly text: string; readonly view: ListView; readonly of: typeof index } | null = null;
  /** All rows in the order that was asked for last. Every query takes its rows from here. */
  let whole: { readonly sort: ListQuery['sort']; readonly view: ListView; readonly of: typeof index } | null = null;
  let watched: readonly (readonly string[])[] = [];
  let opened: string | null = null;
  let cancelFlush: (() => void) | null = null;
  const dirty = new Set<string>();
  const dirtyDocuments = new Set<string>();
  let reloading: Promise<void> | null = null;

  /** A long search may still run when the list was closed, and the journal with it. */
  const peopleOf = (id: string) => joinPeople(shown === null ? [] : deps.journal.listKeys.addressesOf(id).map(wordsIn));
  const revision = () => base + index.version();

  const read = (row: RowKey, isBrief: boolean) => readRow(row, shown ?? '', { ...deps, copyOf: index.copyOf }, isBrief);
  const brief = (row: RowKey) => read(row, true);

  function nextVersion(): number {
    readMessages += 1;
    return readMessages;
  }

  function publish(): void {
    const list = {
      revision: revision(),
      ready: isReady,
      counts: index.counts(),
      documents: index.listed(),
      missing: index.missing(),
    };
    if (JSON.stringify(list) !== JSON.stringify(state.get().list)) state.publish({ list });
  }

  function schedule(): void {
    cancelFlush ??= clock.after(FLUSH_MS, () => void flush().catch(deps.onFault));
  }

  async function readChangedDocuments(connectionId: string): Promise<void> {
    if (dirtyDocuments.size === 0) return;
    const slices = createSlices();
    const changed = [...dirtyDocuments];
    dirtyDocuments.clear();
    for (const id of changed) loader.readDocument(connectionId, index, id);
    await index.placeDocuments(slices);
  }

  async function flush(): Promise<void> {
    cancelFlush = null;
    const mine = index;
    if (shown === null) return;
    await readChangedDocuments(shown);
    if (mine !== index) return;
    publish();
    const inSight = new Set(watched.flat());
    const rows = [...dirty].filter((key) => inSight.has(key)).flatMap((key) => index.find(key) ?? []);
    const open = opened !== null && dirty.has(opened) ? index.find(opened) : null;
    dirty.clear();
    const version = nextVersion();
    for (const part of inMessages(rows, brief)) changes.tell({ version, rows: [...part], opened: null });
    if (open !== null) changes.tell({ version, rows: [], opened: read(open, false) });
  }

  function markDocument(id: string): void {
    const row = index.find(id);
    if (row !== null) dirty.add(row.key);
    dirty.add(id);
    schedule();
  }

  async function reloadDocuments(): Promise<void> {
    const [mine, connectionId] = [index, shown];
    if (connectionId === null) return;
    await loader.readDocuments(connectionId, mine, () => index === mine);
    if (index !== mine) return;
    for (const key of [...watched.flat(), ...(opened === null ? [] : [opened])]) dirty.add(key);
    publish();
    schedule();
  }

  async function load(connectionId: string): Promise<void> {
    const mine = index;
    const wanted = () => index === mine;
    const first = Promise.withResolvers<void>();
    ready = first.promise;
    try {
      for (const readPart of [loader.readArchive, loader.readOpen, loader.readDocuments]) {
        // oxlint-disable-next-line no-await-in-loop -- each needs the one before
        await readPart(connectionId, mine, wanted);
        if (!wanted()) return;
      }
      const onPart = (count: number) => {
        if (count >= FIRST_ROWS && !isReady) begin();
        if (count % TOLD_EVERY === 0) schedule();
      };
      const begin = () => {
        isReady = true;
        first.resolve();
        publish();
      };
      await loader.readEnded(connectionId, mine, { wanted, onPart });
      if (!wanted()) return;
      // Submissions tell when their documents were made.
      await mine.placeDocuments(createSlices());
      begin();
      if (opened !== null) dirty.add(opened);
      schedule();
      await mine.prepareSearch();
    } finally {
      first.resolve();
    }
  }

  async function readWhole(sort: ListQuery['sort'], mine: typeof index): Promise<ListView> {
    if (whole?.of !== mine || whole.view.version !== mine.version() || whole.sort !== sort)
      whole = { sort, view: await readWholeView(mine, sort), of: mine };
    return whole.view;
  }

  /** One reading at a time: two would put the same changes in order. */
  function viewOf(query: ListQuery): Promise<ListView> {
    const text = JSON.stringify(query);
    const turn = reading.then(async () => {
      const mine = index;
      if (known?.text === text && known.of === mine && known.view.version === mine.version() && !query.soon)
        return known.view;
      const all = await readWhole(query.sort, mine);
      const view = await readView(all, query, { now: clock.now(), peopleOf, findWord: mine.findWord });
      known = { text, view, of: mine };
      return view;
    });
    reading = turn.catch(() => {});
    return turn;
  }

  /** Of the connection that is shown at its end. */
  async function viewNow(query: ListQuery): Promise<ListView> {
    const mine = index;
    await ready;
    const view = await viewOf(query);
    return mine === index ? view : viewNow(query);
  }

  /** The rows of a selection, in the order of the list. */
  async function chosenRows(selection: RowSelection): Promise<readonly RowKey[]> {
    if ('keys' in selection) {
      await ready;
      return [...new Set(selection.keys.flatMap((key) => index.find(key) ?? []))];
    }
    const except = new Set(selection.except);
    const { groups } = await viewNow(selection.query);
    return groups.flatMap(({ rows }) => rows).filter(({ key }) => !except.has(key));
  }

  /** Another connection is shown. Its first rows are there at once, the rest is read bit by bit. */
  function follow(connectionId: string): void {
    base = revision() + 1;
    index = createListIndex();
    if (connectionId !== shown) opened = null;
    shown = connectionId;
    isReady = false;
    watched = [];
    dirty.clear();
    dirtyDocuments.clear();
    publish();
    load(connectionId).catch(deps.onFault);
  }

  return {
    follow,
    submissionChanged(submission: Submission): void {
      if (submission.connectionId !== shown) return;
      index.putSubmission(keyOfSubmission(submission));
      const { id, redoOf } = submission;
      // A copy can be sent when the document that it replaces is withdrawn, and its original offers no second one.
      for (const one of [id, redoOf, index.copyOf(id)]) if (one !== null) dirty.add(submissionRowKey(one));
      schedule();
    },
    /** Bytes of its upload went out. */
    submissionMoved(id: string): void {
      dirty.add(submissionRowKey(id));
      schedule();
    },
    /** `id` null: any document may have changed. */
    documentsChanged(connectionId: string, id: string | null): void {
      if (connectionId !== shown) return;
      if (id !== null) {
        dirtyDocuments.add(id);
        markDocument(id);
        return;
      }
      // What changes while a reload runs is read by the next one.
      reloading = (reloading ?? Promise.resolve()).then(reloadDocuments).catch(deps.onFault);
    },
    /** Submissions came back from the spool: read all rows once more. */
    restored(): void {
      if (shown !== null) follow(shown);
    },
    /** Something that every row shows may have changed: who is signed in, say. */
    refresh(): void {
      for (const key of watched.flat()) dirty.add(key);
      if (opened !== null) dirty.add(opened);
      schedule();
    },
    async rows(query: ListQuery, from: number, count: number): Promise<RowsPart> {
      const view = await viewNow(query);
      const version = nextVersion();
      const [rows = []] = inMessages(rowsAt(view, from, count), brief);
      watched = [rows.map(({ key }) => key), ...watched].slice(0, ANSWERS_WATCHED);
      const groups = view.groups.map(({ group, rows: all }) => ({ group, count: all.length }));
      return { revision: base + view.version, version, rows: [...rows], groups, total: view.total };
    },
    selections: createSelections(chosenRows),
    /** The keys of these places. */
    async keys(query: ListQuery, from: number, count: number) {
      const view = await viewNow(query);
      return { keys: rowsAt(view, from, count).map(({ key }) => key) };
    },
    /** The chosen rows, one by one, for a table. Other work goes in between. */
    async *all(selection: RowSelection): AsyncGenerator<ListRow> {
      const chosen = await chosenRows(selection);
      const mine = index;
      const slices = createSlices();
      for (const { key } of chosen) {
        // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
        if (slices.isOver()) await slices.rest();
        if (index !== mine) throw new Error('Another connection is shown.');
        const row = index.find(key);
        if (row !== null) yield read(row, false);
      }
    },
    /** Puts rows of the shown connection out of sight, or back. */
    async archive(rows: readonly RowKey[], isArchived: boolean): Promise<void> {
      const [mine, connectionId] = [index, shown];
      if (connectionId === null) return;
      await inParts(rows, ARCHIVED_AT_ONCE, (part) => {
        if (isArchived) deps.journal.archive.add(connectionId, part.map(endOfRow));
        else
          deps.journal.archive.remove(
            connectionId,
            part.map(({ key }) => key),
          );
        for (const row of part) {
          if (isArchived) mine.archive(endOfRow(row));
          else mine.unarchive(row.key);
          dirty.add(row.key);
        }
        schedule();
      });
    },
    async row(key: string) {
      await ready;
      const found = index.find(key);
      opened = found?.key ?? null;
      return { version: nextVersion(), row: found === null ? null : read(found, false) };
    },
    async positionOf(query: ListQuery, key: string) {
      const view = await viewNow(query);
      const row = index.find(key);
      return { revision: base + view.version, position: row === null ? null : placeOf(view, query, row) };
    },
    onChanged: changes.listen,
    close(): void {
      cancelFlush?.();
      // Ends what is being read.
      index = createListIndex();
      shown = null;
    },
  };
}

export type List = ReturnType<typeof createList>;
