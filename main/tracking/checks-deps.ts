import type { ListedDocument } from '../../preload/contract/document.ts';
import type { SigningClient } from '../signing/client.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import type { OwnChange } from './own-changes.ts';
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
  /** Tells whether something waits for the next overview of this connection, whether it is shown or not. */
  readonly wantsCheck: (connectionId: string) => boolean;
  /** Tells whether something of this connection may change soon. If not, and nobody looks, checks are rare. */
  readonly isTracked: (connectionId: string) => boolean;
  /** Adds what was done here since the service was asked. Null: nothing was done lately. */
  readonly ownChangeOf: (connectionId: string) => OwnChange | null;
  readonly publishDocuments: (connectionId: string) => void;
  /** Receives an overview, the documents it listed, and those of them that are new or have changed. */
  readonly onChecked: (connectionId: string, seen: CheckSeen, listed: ListedDocuments) => Promise<void> | void;
  /** Reports that the service no longer accepts the stored credentials of this connection. */
  readonly onSignInNeeded: (connectionId: string) => void;
  /** Reports that there is a token, so the sign-in works whatever was said before. */
  readonly onSignedIn: (connectionId: string) => void;
  /** Reports a bug, or a disk that cannot store the list. */
  readonly onFault: (error: unknown) => void;
}
