import type { SignPlace } from '../../preload/contract/sending.ts';
import type { Candidate, DraftWords, FailureNote, Submission, Wish, WishSignee } from './submission.ts';

/** The fields of a document at the service that the outbox compares. */
export interface Seen {
  readonly documentId: string;
  readonly status: string;
  readonly name: string | null;
  readonly type: string | null;
  readonly mode: string | null;
  readonly jurisdiction: string | null;
  readonly alias: string | null;
  readonly comment: string | null;
  /** The hash of the file, if we downloaded it to find out whether it is ours. */
  readonly sha256: string | null;
  /** The time by the service's clock. */
  readonly createdAt: number | null;
  readonly signees: readonly { readonly email?: string; readonly order?: number; readonly place?: SignPlace }[];
  /** The people in copy. Earlier versions did not store them with an upload. */
  readonly observers?: readonly string[];
}

export interface Trouble extends FailureNote {
  readonly retryAfterMs?: number;
  /** Retries cannot help before a person repairs the connection. */
  readonly forAPerson: boolean;
}

export type Answered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble };

/** The choices for a document in place of an earlier one, and the end of the time for Undo. */
export interface Corrected {
  readonly choices: Omit<Wish, 'file'>;
  readonly startAfter: number;
}

export type Command =
  | { readonly kind: 'send'; readonly startAfter: number }
  | { readonly kind: 'send-now' }
  | { readonly kind: 'cancel' }
  /** Cancels, and puts the submission back on hold. */
  | { readonly kind: 'undo' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'withdraw' }
  /**
   * Withdraws the document and creates a new submission with the same choices on hold. `id` is the new one. With
   * corrected choices it is sent by itself as soon as the document is withdrawn.
   */
  | { readonly kind: 'redo'; readonly id: string; readonly corrected?: Corrected; readonly skewMs?: number | null }
  | { readonly kind: 'update'; readonly alias: string; readonly comment: string }
  | { readonly kind: 'delete' }
  /** Completes a draft that is at the service, from what the person was shown of it, and sends it. */
  | {
      readonly kind: 'complete';
      readonly shown: DraftWords;
      readonly name: string;
      readonly mode: Wish['mode'];
      readonly jurisdiction: Wish['jurisdiction'];
      /** The people on the draft, who stay, and those to add. */
      readonly present: readonly WishSignee[];
      readonly added: readonly WishSignee[];
      readonly alias: string;
      readonly comment: string;
      readonly startAfter: number;
    }
  /** Changes the choices for the file before its upload. */
  | {
      readonly kind: 'revise';
      readonly choices: Omit<Wish, 'file'>;
      /** A copy that is sent as soon as the earlier document is withdrawn stays so. */
      readonly staysPromised?: boolean;
    }
  /** Chooses the document that is this upload, among several candidates. */
  | { readonly kind: 'adopt'; readonly documentId: string }
  /** None of the candidates is this upload. */
  | { readonly kind: 'upload-again' }
  /** Stops searching for the document. */
  | { readonly kind: 'give-up' }
  /** Moves the submission to the account that is signed in now. Possible before the upload only. */
  | { readonly kind: 'take-over'; readonly account: string }
  /** Assigns a submission that was sent while nobody was signed in to the person who signs in. */
  | { readonly kind: 'claim'; readonly account: string };

/** The facts about a submission. They are plain data, because the journal stores them. */
export type Fact =
  | { readonly kind: 'due'; readonly skewMs: number }
  | { readonly kind: 'restarted' }
  | { readonly kind: 'clock-set-back' }
  /** The computer's clock was set while the app ran: waits keep their length. `at`: when that was seen, by the new time. */
  | { readonly kind: 'clock-moved'; readonly byMs: number; readonly at?: number }
  /** The fact that the computer slept: nobody could press Undo meanwhile. */
  | { readonly kind: 'slept'; readonly ms: number; readonly at?: number }
  /** The journal is older than what really happened (lost, damaged or restored from a backup). */
  | { readonly kind: 'recovered' }
  /** The fact that its connection was lost with the journal: another one of its account takes it over. */
  | { readonly kind: 'reconnected'; readonly connectionId: string }
  | { readonly kind: 'connection-ready' }
  | {
      readonly kind: 'uploaded';
      readonly answer: Answered<Seen>;
      /** The lead of the service's clock over ours. Earlier versions did not store it. */
      readonly skewMs?: number;
    }
  /** The answer to add signee, start, update, withdraw and delete. We need nothing from it but success. */
  | { readonly kind: 'called'; readonly answer: Answered<null> }
  | { readonly kind: 'seen'; readonly documentId: string; readonly skewMs: number; readonly answer: Answered<Seen> }
  /** The result of a check that began after the doubt arose. */
  | {
      readonly kind: 'checked';
      /** Documents that could be this upload and belong to no other submission: the closest ones. */
      readonly candidates: readonly Candidate[];
      readonly more: number;
      /** Whether another upload of the same content is in doubt as well, so that a draft could belong to either. */
      readonly contested: boolean;
      /** The overview was read to its end since the doubt arose. */
      readonly whole: boolean;
      /** The numbers of documents the check read, of entries without an id, and of documents that did not open. */
      readonly documents: number;
      readonly unreadable: number;
      readonly undecided: number;
      /** The number of them that nobody has looked at so far: each check looks at a limited number. */
      readonly unread: number;
    }
  | { readonly kind: 'orphan'; readonly documentId: string }
  | { readonly kind: 'orphan-gone'; readonly documentId: string }
  | { readonly kind: 'finished' }
  /** The document that a promised copy replaces has ended: as ordered, or otherwise. */
  | { readonly kind: 'replaced'; readonly asOrdered: boolean }
  /**
   * A check that asked at this time lists the document as a draft. `after`: not a list, which may be late by minutes, but
   * a look at the document shows it, which came after this start.
   */
  | { readonly kind: 'listed-as-draft'; readonly askedAt: number; readonly after?: number }
  | { readonly kind: 'command'; readonly command: Command };

export type Effect =
  /** The call or look to carry out, once the intent is durable. */
  { readonly kind: 'call' } | { readonly kind: 'look'; readonly documentId: string };

export interface Decision {
  readonly submission: Submission;
  readonly effects: readonly Effect[];
  /** The new submissions, to be made durable in the same transaction. */
  readonly created: readonly Submission[];
}

/** The time and a source of chance, so that `decide` needs no I/O. */
export interface Moment {
  readonly now: number;
  /** Returns a random number, like Math.random(). */
  readonly roll: () => number;
}
