import type { Fact } from './fact.ts';
import type { Submission } from './submission.ts';

/** One entry of a submission's history. */
export interface SubmissionEvent {
  readonly at: number;
  readonly submissionId: string;
  readonly fact: Fact | { readonly kind: 'accepted' };
}

export interface Change {
  /** The new state. Its revision is one above the stored one, or 1 for a new submission. */
  readonly submission: Submission;
  readonly event: SubmissionEvent;
}

export type Committed =
  | { readonly ok: true }
  /** `stale`: the stored revision is not the one the change was made from. Nothing was written. */
  | { readonly ok: false; readonly reason: 'stale' | 'unwritable'; readonly details: string };

/** The part of the journal that the outbox uses. */
export interface OutboxStore {
  /** Stores all changes with their events in one transaction, or none. They survive a power cut once this returns. */
  commit(changes: readonly Change[]): Committed;
  find(id: string): Submission | null;
  /** Reads every submission that is not `done`, oldest first. */
  open(): readonly Submission[];
  /** Reads the account's submissions whose file has this name (compared in NFC), also the `done` ones. */
  named(connectionId: string, name: string): Iterable<Submission>;
  /** Reads the names of all files that the connection's account has sent, in NFC. */
  names(connectionId: string): Iterable<string>;
  ownerOf(connectionId: string, documentId: string): Submission | null;
  /** Tells whether a submission has this document. One of another connection counts: both may be of one account. */
  isOwned(documentId: string): boolean;
  /** Uploads after `since` that are not finished: their count, and the time of the oldest. They use up the daily limit. */
  uploadsSince(connectionId: string, since: number): { readonly count: number; readonly oldest: number | null };
  /** Tells whether a person paused everything. Survives a restart. */
  paused(): boolean;
  setPaused(paused: boolean, at: number): Committed;
}
