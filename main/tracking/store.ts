import type { ListedDocument } from '../../preload/contract/document.ts';
import type { Placed } from './listed-places.ts';
import type { Reading } from './reading.ts';

/**
 * Moments that must survive a restart: when a connection was asked (`asked-there`: by the service's clock), last answered,
 * and may be asked again; since when it is known that the service counts every page, or that it may (`pages-doubted`);
 * when the service asked for a pause, and its end; when all documents were last read to the end, and when the list was
 * last longer than its page (0: it has one page); when the check before this one showed the newest page, or those that
 * run (`newest-before`; 0: an older one), and which of the two it was (`running-before`; 0: the newest page); when a
 * question for those that run was answered with others (`filter-ignored`); when a page was too long to be read, and how
 * many documents we ask for since (`page-size`, a number and no moment); when details were refused after others were answered, when that happened twice, and how many we read since
 * (`reads-allowed`, a number and no moment).
 */
export type DeadlineName =
  | 'asked'
  | 'asked-there'
  | 'checked'
  | 'next-check'
  | 'paused'
  | 'pause-ends'
  | 'pages-counted'
  | 'pages-doubted'
  | 'page-shortened'
  | 'page-size'
  | 'reads-doubted'
  | 'reads-refused'
  | 'reads-allowed'
  | 'read-whole'
  | 'list-longer'
  /** The number of documents that the service has and the list does not show: no time, but kept with the others. */
  | 'unlisted'
  | 'newest-before'
  | 'running-before'
  | 'filter-ignored';

/** The part of the journal that tracking needs. The journal fills it. */
export interface TrackingStore {
  readonly connections: {
    /** Returns this connection, and others that the same service user is signed in at. */
    ofSameAccount(connectionId: string): readonly string[];
  };
  readonly deadlines: {
    get(connectionId: string, name: DeadlineName): number | null;
    set(connectionId: string, name: DeadlineName, at: number): void;
  };
  /** The documents of the last check, as the list shows them. */
  readonly documentsSeen: {
    has(connectionId: string, id: string): boolean;
    count(connectionId: string): number;
    places(connectionId: string): Iterable<Placed>;
    isChanged(connectionId: string, document: ListedDocument): boolean;
    leavesOut(connectionId: string, ids: readonly string[]): boolean;
    /** Stores another state of a document that is already listed. */
    change(connectionId: string, document: ListedDocument): void;
    put(connectionId: string, documents: readonly { document: ListedDocument; position: number }[]): void;
    drop(connectionId: string, ids: readonly string[]): void;
  };
  /** The readings of the overview that continue in the next window. */
  readonly readings: {
    find(connectionId: string): Reading | null;
    save(connectionId: string, reading: Reading, before: Reading | null): void;
    clear(connectionId: string): void;
  };
}
