import type { FailureNote, Submission, Wish } from './submission.ts';

/** What a document shows of itself, as far as the outbox needs it. */
export interface Seen {
  readonly documentId: string;
  readonly status: string;
  readonly name: string | null;
  readonly type: string | null;
  readonly mode: string | null;
  readonly jurisdiction: string | null;
  readonly alias: string | null;
  readonly comment: string | null;
  /** Of the file, where it was fetched to tell whose it is. */
  readonly sha256: string | null;
  /** By the service's clock. */
  readonly createdAt: number | null;
  readonly signees: readonly { readonly email?: string; readonly order?: number }[];
}

export interface Trouble extends FailureNote {
  readonly retryAfterMs?: number;
  /** Trying again by itself cannot help before a person has seen to the connection. */
  readonly forAPerson: boolean;
}

export type Answered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble };

/** What a person may ask for. */
export type Command =
  | { readonly kind: 'send'; readonly startAfter: number }
  | { readonly kind: 'send-now' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'withdraw' }
  /** Withdraws, and holds a new submission with the same wish ready. */
  | { readonly kind: 'redo'; readonly id: string }
  | { readonly kind: 'update'; readonly alias: string; readonly comment: string }
  | { readonly kind: 'delete' }
  /** Other choices for the same file, before anything of it was uploaded. */
  | { readonly kind: 'revise'; readonly choices: Omit<Wish, 'file'> }
  /** Several documents could be the upload: this one is. */
  | { readonly kind: 'adopt'; readonly documentId: string }
  /** None of them is. */
  | { readonly kind: 'upload-again' }
  /** No longer looked for, whatever became of it. */
  | { readonly kind: 'give-up' }
  /** Goes on under the account that is signed in now: possible while nothing was uploaded. */
  | { readonly kind: 'take-over'; readonly account: string };

/** Everything that can happen to a submission. Facts are plain data: the journal keeps them. */
export type Fact =
  | { readonly kind: 'due'; readonly skewMs: number }
  | { readonly kind: 'restarted' }
  | { readonly kind: 'clock-set-back' }
  /** The computer's clock was set while the app ran: waiting times keep their length. */
  | { readonly kind: 'clock-moved'; readonly byMs: number }
  /** The journal turned out to be older than what really happened. */
  | { readonly kind: 'recovered' }
  | { readonly kind: 'connection-ready' }
  | { readonly kind: 'uploaded'; readonly answer: Answered<Seen> }
  /** Add signee, start, update, withdraw and delete answer with nothing worth keeping. */
  | { readonly kind: 'called'; readonly answer: Answered<null> }
  | { readonly kind: 'seen'; readonly documentId: string; readonly skewMs: number; readonly answer: Answered<Seen> }
  /** A check asked after the doubt arose. */
  | {
      readonly kind: 'checked';
      /** Documents of the same name that nobody owns, newest first. */
      readonly candidates: readonly string[];
      readonly contested: boolean;
      /** The overview was read to its end since the doubt arose. */
      readonly whole: boolean;
      /** How many documents were read, and how many of them could be any. */
      readonly documents: number;
      readonly unreadable: number;
    }
  | { readonly kind: 'orphan'; readonly documentId: string }
  | { readonly kind: 'orphan-gone'; readonly documentId: string }
  | { readonly kind: 'finished' }
  | { readonly kind: 'command'; readonly command: Command };

export type Effect =
  /** Carry the step out, once the intent is durable. */
  { readonly kind: 'call' } | { readonly kind: 'look'; readonly documentId: string };

export interface Decision {
  readonly submission: Submission;
  readonly effects: readonly Effect[];
  /** New submissions, to be made durable in the same transaction. */
  readonly created: readonly Submission[];
}

/** When it is, and chance. */
export interface Moment {
  readonly now: number;
  /** At least 0, below 1. */
  readonly roll: () => number;
}
