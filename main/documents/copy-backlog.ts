import type { Journal } from '../journal/journal.ts';
import type { NumberedCopy } from '../journal/saved-copies.ts';
import type { Clock } from '../time/clock.ts';

export interface BacklogDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly journal: Pick<Journal, 'documentFacts' | 'savedCopies' | 'settings'>;
  /** The version that checked. Another one may check what this one could not. */
  readonly version: string;
  readonly connections: () => readonly string[];
  /** Tells whether the reader thread has work: a person may wait for it. */
  readonly isReaderBusy: () => boolean;
  /** Checks the copy, stores the findings and shows them. */
  readonly check: (connectionId: string, id: string) => Promise<unknown>;
  /** Reports that all copies were examined. Alarms can be told together now. */
  readonly onEnd: () => void;
  readonly onFault: (error: unknown) => void;
}

const AFTER_START_MS = 90_000;
/** The pause for four copies a minute, which nobody notices. */
const PAUSE_MS = 15_000;
/** Copies that were checked are skipped, so many in a turn of the loop. */
const AT_ONCE = 200;
const NEXT_PAGE_MS = 250;

/**
 * Examines saved copies that no check has seen: an earlier version saved them, or could not finish. One after the other,
 * while nobody waits for the reader. Each is tried once per version.
 */
export function createCopyBacklog(deps: BacklogDeps) {
  const { clock, journal, version, onFault } = deps;
  const { documentFacts, savedCopies, settings } = journal;
  const found = new Set<string>();
  let cancel = () => {};
  let isClosed = false;

  const doneUpTo = (connectionId: string): number => {
    const done = settings.get('examinedCopies')[connectionId];
    return done?.version === version ? done.number : 0;
  };
  const noteDone = (connectionId: string, number: number): void =>
    settings.set('examinedCopies', { ...settings.get('examinedCopies'), [connectionId]: { version, number } });

  function isUnseen({ connectionId, documentId }: NumberedCopy): boolean {
    const fact = documentFacts.find(connectionId, documentId);
    return fact !== null && (fact.signatures === null || fact.signatures.state === 'unchecked');
  }

  /** Returns the next copies of the first connection that has more, or null if all were examined. */
  function nextPage() {
    for (const connectionId of deps.connections()) {
      const copies = savedCopies.newestAfter(connectionId, doneUpTo(connectionId), AT_ONCE);
      if (copies.length > 0) return { connectionId, copies };
    }
    return null;
  }

  async function examine({ connectionId, documentId, number }: NumberedCopy): Promise<void> {
    found.add(`${connectionId} ${documentId}`);
    await deps.check(connectionId, documentId);
    // The app ended meanwhile: the next start examines it.
    if (!isClosed) noteDone(connectionId, number);
  }

  /** Returns when to continue. Null: all is done. */
  async function step(): Promise<number | null> {
    if (deps.isReaderBusy()) return PAUSE_MS;
    const page = nextPage();
    if (page === null) return null;
    const unseen = page.copies.find(isUnseen);
    if (unseen === undefined) {
      noteDone(page.connectionId, page.copies.at(-1)?.number ?? 0);
      return NEXT_PAGE_MS;
    }
    await examine(unseen);
    return PAUSE_MS;
  }

  function goOn(ms: number): void {
    cancel = clock.after(ms, () => {
      run().catch((error: unknown) => {
        onFault(error);
        end();
      });
    });
  }

  /** Tells the findings. A fault ends the pass too: nothing stays untold until the next start. */
  function end(): void {
    const hasFound = found.size > 0;
    found.clear();
    if (hasFound && !isClosed) deps.onEnd();
  }

  async function run(): Promise<void> {
    const next = await step();
    if (isClosed) return;
    if (next === null) end();
    else goOn(next);
  }

  return {
    begin: (): void => goOn(AFTER_START_MS),
    /**
     * Tells whether a copy was examined since the start while others still wait. Its alarm is told together with
     * theirs.
     */
    isToldLater: (connectionId: string, id: string): boolean => found.has(`${connectionId} ${id}`),
    close(): void {
      isClosed = true;
      cancel();
    },
  };
}
