import { z } from 'zod';
import { lengths } from './limits.ts';
import { problem } from './problem.ts';

export const submissionStep = z.enum(['upload', 'add-signee', 'compare', 'start', 'update', 'withdraw', 'delete']);
const ends = ['started', 'draft', 'cancelled', 'withdrawn', 'deleted', 'given-up'] as const;

/** What a person may ask of a submission. Which of them are possible now stands in its row. */
export const submissionCommandKind = z.enum([
  'send',
  'send-now',
  'cancel',
  'retry',
  'withdraw',
  'redo',
  'update',
  'delete',
  'adopt',
  'upload-again',
  'revise',
  'give-up',
  'take-over',
]);
export type SubmissionCommandKind = z.infer<typeof submissionCommandKind>;

/** One submission as the list shows it. */
export const submissionRow = z.object({
  id: z.string(),
  connectionId: z.string(),
  origin: z.enum(['interactive', 'folder']),
  /** Of the journal's row; while bytes are moving, the row is told again with the same one. */
  revision: z.number(),
  acceptedAt: z.number(),
  changedAt: z.number(),
  name: z.string(),
  size: z.number(),
  alias: z.string(),
  comment: z.string(),
  mode: z.string(),
  jurisdiction: z.string(),
  /** The first of them; `signeeCount` says how many there are. */
  signees: z.array(z.string()),
  signeeCount: z.number(),
  goal: z.enum(['send', 'draft', 'hold']),
  documentId: z.string().nullable(),
  phase: z.enum(['held', 'waiting', 'calling', 'unclear', 'needs-you', 'done']),
  step: submissionStep.nullable(),
  end: z.enum(ends).nullable(),
  /** Signed, rejected or withdrawn, as a check saw it. */
  finishedAt: z.number().nullable(),
  nextTryAt: z.number().nullable(),
  /** The end of the undo window, while Undo is possible. */
  undoUntil: z.number().nullable(),
  cancelled: z.boolean(),
  problem: problem.nullable(),
  progress: z.object({ bytes: z.number(), total: z.number(), bytesPerSecond: z.number() }).nullable(),
  commands: z.array(submissionCommandKind),
  /** Documents that could be the upload in doubt: a person chooses one of them, or none. */
  candidates: z.array(
    z.object({
      documentId: z.string(),
      status: z.string(),
      createdAt: z.number().nullable(),
      signees: z.array(z.string()),
      /** The service has this very content. */
      proven: z.boolean(),
    }),
  ),
  /** It belongs to another account than the one that is signed in (`now`; null: nobody is). */
  otherAccount: z.object({ of: z.string(), now: z.string().nullable() }).nullable(),
  /** More may have happened than this computer knows: it is being looked for, or a person decides. */
  recovered: z.boolean(),
  /** An earlier upload may have arrived: another one may leave a second draft. */
  mayDouble: z.boolean(),
  /** Drafts that a replayed or late upload left behind. */
  orphans: z.array(z.string()),
  redoOf: z.string().nullable(),
});
export type SubmissionRow = z.infer<typeof submissionRow>;

const identifier = z.string().min(1).max(lengths.identifier);

export const submissionCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('send') }),
  z.object({
    kind: z.enum(['send-now', 'cancel', 'retry', 'withdraw', 'redo', 'delete', 'upload-again', 'give-up', 'take-over']),
  }),
  z.object({
    kind: z.literal('update'),
    alias: z.string().max(lengths.name),
    comment: z.string().max(lengths.comment),
  }),
  z.object({ kind: z.literal('adopt'), documentId: identifier }),
]);
export type SubmissionCommand = z.infer<typeof submissionCommand>;

/** One line of a submission's history, oldest first. */
export const historyLine = z.object({
  seq: z.number(),
  at: z.number(),
  kind: z.enum([
    'accepted',
    'recovered',
    'began',
    'uploaded',
    'signee-added',
    'compared',
    'started',
    'updated',
    'withdrawn',
    'deleted',
    'failed',
    'differs',
    'unclear',
    'looked',
    'checked',
    'orphan',
    'orphan-gone',
    'finished',
    'restarted',
    'clock-set-back',
    'clock-moved',
    'connection-ready',
    'asked',
  ]),
  step: submissionStep.nullable(),
  command: submissionCommandKind.nullable(),
  problem: problem.nullable(),
});
export type HistoryLine = z.infer<typeof historyLine>;

/** The queue of the connection that is shown, and of everything that waits with it. */
export const outboxState = z.object({
  /** Without a journal on the disk nothing is sent. */
  working: z.boolean(),
  paused: z.boolean(),
  /** What was to happen next could not be written down; it is tried again. */
  unwritable: problem.nullable(),
  undoSeconds: z.number(),
  spool: z.object({ used: z.number(), limit: z.number() }),
  budget: z.object({
    level: z.enum(['free', 'warn', 'full']),
    used: z.number(),
    limit: z.number(),
    resumesAt: z.number().nullable(),
  }),
  /** The service was not reached several times in a row: when it is tried again. */
  probeAt: z.number().nullable(),
  /** Uploads in doubt that wait for the next check. */
  waitForCheck: z.number(),
});
export type OutboxState = z.infer<typeof outboxState>;
