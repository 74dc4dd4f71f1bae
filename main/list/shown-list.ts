import type { State } from '../../preload/contract/state.ts';
import type { Journal } from '../journal/journal.ts';
import { fold, wordsIn } from '../journal/search-words.ts';
import type { Clock } from '../time/clock.ts';
import { inSlices } from '../time/slices.ts';
import { createListIndex } from './list-index.ts';
import { createLoader, type LoaderDeps } from './list-loader.ts';
import { createViewReader } from './list-view.ts';
import { joinPeople } from './row-key.ts';
import { createRowsInSight } from './rows-in-sight.ts';

interface ShownListDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: LoaderDeps['journal'] & Pick<Journal, 'people'>;
  readonly publish: () => void;
  /** Schedules publishing the summary, with the rows that have changed. */
  readonly scheduleFlush: () => void;
}

/** A search goes through all rows once for each person whom a word names. */
const MOST_NAMED = 50;
const MOST_LOOKED_AT = 1_000;
const FEWEST_LETTERS = 2;

/** The first screen of any group needs no more. */
const FIRST_ROWS = 1_000;
/** The rows after which the counts are published again while a long list is read. */
const PUBLISHED_EVERY = 10_000;

/**
 * Creates the list of one connection for as long as it is shown. The `connectionId` is null without a connection. From
 * `base` on, revisions grow although each list counts its own.
 */
export function createShownList(deps: ShownListDeps, connectionId: string | null, base: number) {
  const { clock, journal, publish, scheduleFlush } = deps;
  const index = createListIndex();
  const sight = createRowsInSight();
  const loader = createLoader({ journal, now: clock.now }, connectionId ?? '', index);
  const changedDocuments = new Set<string>();
  const firstRows = Promise.withResolvers<void>();
  let hasFirstRows = false;
  let isWhole = false;
  let isClosed = connectionId === null;
  let reloading: Promise<void> = Promise.resolve();

  const isWanted = () => !isClosed;
  /** Reads the people of a submission. A long search may still run after the list and the journal were closed. */
  const peopleOf = (id: string) => joinPeople(isClosed ? [] : journal.listKeys.addressesOf(id).map(wordsIn));
  /** Few letters are part of many names: the rows themselves are searched for those. */
  const addressesOf = (word: string) =>
    isClosed || word.length < FEWEST_LETTERS
      ? []
      : journal.people
          .suggest(word, MOST_LOOKED_AT)
          .filter(({ name }) => fold(name).includes(word))
          .slice(0, MOST_NAMED)
          .map(({ email }) => email);

  function showFirstRows(): void {
    hasFirstRows = true;
    firstRows.resolve();
    publish();
  }

  async function reload(): Promise<void> {
    await inSlices(loader.readDocuments(), isWanted);
    if (isClosed) return;
    sight.markAll();
    publish();
    scheduleFlush();
  }

  if (isClosed) firstRows.resolve();
  return {
    connectionId,
    index,
    sight,
    /** Resolves when the first rows are there, or the list was closed. */
    ready: firstRows.promise,
    viewOf: createViewReader(index, () => ({ now: clock.now(), peopleOf, addressesOf })),
    revision: (version = index.version()): number => base + version,
    summary: (): State['list'] => ({
      revision: base + index.version(),
      ready: isWhole,
      counts: index.counts(),
      documents: index.listed(),
      unread: index.unread(),
      missing: index.missing(),
    }),
    async load(): Promise<void> {
      const onEnded = (count: number) => {
        if (count >= FIRST_ROWS && !hasFirstRows) showFirstRows();
        if (count % PUBLISHED_EVERY === 0) scheduleFlush();
      };
      try {
        await inSlices(loader.readAll(onEnded), isWanted);
        if (isClosed) return;
        isWhole = true;
        showFirstRows();
        sight.markOpened();
        scheduleFlush();
        await inSlices(index.prepareSearch(), isWanted);
      } finally {
        firstRows.resolve();
      }
    },
    /** Reads all documents once more. What changes meanwhile is read by the next reload. */
    reload(): Promise<void> {
      reloading = reloading.catch(() => {}).then(reload);
      return reloading;
    },
    documentChanged: (id: string): void => void changedDocuments.add(id),
    async readChangedDocuments(): Promise<void> {
      if (changedDocuments.size === 0) return;
      const ids = [...changedDocuments];
      changedDocuments.clear();
      await inSlices(loader.readSome(ids), isWanted);
    },
    close(): void {
      isClosed = true;
    },
  };
}

export type ShownList = ReturnType<typeof createShownList>;
