import type { ListedDocument } from '../../preload/contract/document.ts';
import type { SigningClient } from '../signing/client.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import type { Lately } from './as-done.ts';
import type { CheckSeen } from './reading.ts';
import type { TrackingStore } from './store.ts';

export type CheckClient = Pick<SigningClient, 'signIn' | 'overview' | 'forgive' | 'clockSkewMs'>;

export interface ListedDocuments {
  readonly documents: readonly ListedDocument[];
  readonly changed: readonly ListedDocument[];
  /** The number of documents, where the service states it. */
  readonly total: number | null;
}

export interface ChecksDeps {
  readonly clock: Clock;
  readonly journal: TrackingStore;
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => CheckClient | null;
  /** Something waits for the next overview of this connection, whether it is shown or not. */
  readonly wantsCheck: (connectionId: string) => boolean;
  /** Something of this connection may change soon: while nothing does, and nobody looks, checks are rare. */
  readonly isTracked: (connectionId: string) => boolean;
  /** Adds what was done here since the service was asked. Null: nothing was done lately. */
  readonly lately: (connectionId: string) => Lately | null;
  /** The list changed, or another connection is shown. */
  readonly publishDocuments: (connectionId: string) => void;
  /** Receives an overview, the documents it listed, and those of them that are new or have changed. */
  readonly onChecked: (connectionId: string, seen: CheckSeen, listed: ListedDocuments) => Promise<void> | void;
  /** The service no longer takes what is kept for this connection. */
  readonly onSignInNeeded: (connectionId: string) => void;
  /** There is a token: whatever was said before, the sign-in works. */
  readonly onSignedIn: (connectionId: string) => void;
  /** A bug, or a disk that does not take the list. */
  readonly onFault: (error: unknown) => void;
}
