import type { ListedDocument } from '../../preload/contract/document.ts';
import type { Placed } from './listed-places.ts';
import type { Reading } from './reading.ts';

/** Moments that must survive a restart, and three numbers that are kept with them. */
export type DeadlineName =
  // When the connection was asked, by our clock and by the service's, was last answered, and may be asked again.
  | 'asked'
  | 'asked-there'
  | 'checked'
  | 'next-check'
  // When the service asked for a pause, and its end.
  | 'paused'
  | 'pause-ends'
  // Since when we know that the service counts every page, or that it may.
  | 'pages-counted'
  | 'pages-doubted'
  // When a page was too long to be read, and the number of documents that we ask for since.
  | 'page-shortened'
  | 'page-size'
  // When details were refused after others were answered, when that happened twice, and the number that we read since.
  | 'reads-doubted'
  | 'reads-refused'
  | 'reads-allowed'
  // When all documents were last read to the end, and when the list was last longer than its page (0: it has one page).
  | 'read-whole'
  | 'list-longer'
  // The number of documents that the service has and the list does not show.
  | 'unlisted'
  // When the check before this one showed the newest page or the documents that run (0: an older page).
  | 'newest-before'
  // When it showed those that run (0: the newest page), and when that question was answered with others.
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
