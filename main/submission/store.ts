import type { Fact } from './fact.ts';
import type { Submission } from './submission.ts';

/** One line of the history: what happened and where that left the submission. */
export interface SubmissionEvent {
  readonly at: number;
  readonly submissionId: string;
  readonly fact: Fact | { readonly kind: 'accepted' };
}

export interface Change {
  /** The whole row as it is from now on. Its revision is one above that of the row it replaces, 1 for a new one. */
  readonly submission: Submission;
  readonly event: SubmissionEvent;
}

export type Committed =
  | { readonly ok: true }
  /** `stale`: the row has another revision than the change expects; nothing was written. */
  | { readonly ok: false; readonly reason: 'stale' | 'unwritable'; readonly details: string };

/** What the outbox needs of the journal. The journal fills it; nothing here waits for the network. */
export interface OutboxStore {
  /** All or nothing, in one transaction, durable when it returns. Each event goes to the history with its row. */
  commit(changes: readonly Change[]): Committed;
  find(id: string): Submission | null;
  /** Every submission that is not at rest (`done`), oldest first. */
  open(): readonly Submission[];
  /** All submissions of the connection, at rest or not, whose file has this name (compared in NFC). */
  named(connectionId: string, name: string): readonly Submission[];
  /** The submission that has this document. */
  ownerOf(connectionId: string, documentId: string): Submission | null;
  isOwned(connectionId: string, documentId: string): boolean;
  /** Uploads since then (`uploadedAt`), those finished (`finishedAt`) left out: how many, and when the oldest was. */
  uploadsSince(connectionId: string, since: number): { readonly count: number; readonly oldest: number | null };
  /** "Pause everything", kept over a restart. */
  paused(): boolean;
  setPaused(paused: boolean, at: number): Committed;
}
