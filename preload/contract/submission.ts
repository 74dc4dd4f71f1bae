import { z } from 'zod';
import { copyVerdict } from './copy-verdict.ts';
import { lengths } from './limits.ts';
import { personOrderKind } from './person-order.ts';
import { problem } from './problem.ts';

export const submissionStep = z.enum(['upload', 'add-signee', 'compare', 'start', 'update', 'withdraw', 'delete']);
const ends = ['started', 'draft', 'cancelled', 'withdrawn', 'deleted', 'given-up'] as const;

/** All commands for a submission. Its row lists those that are possible now. */
export const submissionCommandKind = z.enum([
  'send',
  'send-now',
  'cancel',
  'undo',
  'retry',
  'withdraw',
  'redo',
  'update',
  'delete',
  'adopt',
  'upload-again',
  'revise',
  'complete',
  'give-up',
  'take-over',
]);
export type SubmissionCommandKind = z.infer<typeof submissionCommandKind>;

export const submissionRow = z.object({
  id: z.string(),
  connectionId: z.string(),
  origin: z.enum(['interactive', 'folder']),
  /** The journal's revision. A row that only reports progress keeps its revision. */
  revision: z.number(),
  acceptedAt: z.number(),
  changedAt: z.number(),
  name: z.string(),
  /** Null: a draft that was made elsewhere. Its file was never on this computer. */
  size: z.number().nullable(),
  /** Whether the draft was there before, so that it stays when the person stops. */
  isDraftKept: z.boolean(),
  /** The first names of the files that it was made from. `partCount` is the number of all. */
  parts: z.array(z.string()),
  partCount: z.number(),
  alias: z.string(),
  comment: z.string(),
  mode: z.string(),
  jurisdiction: z.string(),
  /** The first signees. `signeeCount` is the number of all. */
  signees: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  signeeCount: z.number(),
  /** Whether people sign one after the other. */
  ordered: z.boolean(),
  goal: z.enum(['send', 'draft', 'hold']),
  documentId: z.string().nullable(),
  phase: z.enum(['held', 'waiting', 'calling', 'unclear', 'needs-you', 'done']),
  step: submissionStep.nullable(),
  end: z.enum(ends).nullable(),
  /** The time at which a check saw the document signed, rejected or withdrawn. */
  finishedAt: z.number().nullable(),
  nextTryAt: z.number().nullable(),
  /** The end of the undo window, while Undo is possible. */
  undoUntil: z.number().nullable(),
  cancelled: z.boolean(),
  problem: problem.nullable(),
  progress: z.object({ bytes: z.number(), total: z.number(), bytesPerSecond: z.number() }).nullable(),
  commands: z.array(submissionCommandKind),
  /** Documents that may be the uncertain upload. A person chooses one or none. */
  candidates: z.array(
    z.object({
      documentId: z.string(),
      status: z.string(),
      createdAt: z.number().nullable(),
      signees: z.array(z.string()),
      /** The service holds exactly this content. */
      proven: z.boolean(),
    }),
  ),
  /** The account of the submission, if it is another than the signed-in one (`now`, null for none). */
  otherAccount: z.object({ of: z.string(), now: z.string().nullable() }).nullable(),
  /** The journal may be older than what happened: we are looking for the document, or a person decides. */
  recovered: z.boolean(),
  /** An earlier upload may have arrived, so another upload may create a second draft. */
  mayDouble: z.boolean(),
  /** Drafts that a repeated or late upload left behind. */
  orphans: z.array(z.string()),
  /** The held copy that was made of this submission. */
  redoneAs: z.string().nullable(),
});
export type SubmissionRow = z.infer<typeof submissionRow>;

const identifier = z.string().min(1).max(lengths.identifier);

export const submissionCommand = z.discriminatedUnion('kind', [
  /** `again`: although the person was told that the same was sent to the same people. */
  z.object({ kind: z.literal('send'), again: z.literal(true).exactOptional() }),
  z.object({
    kind: z.enum([
      'send-now',
      'cancel',
      'undo',
      'retry',
      'withdraw',
      'redo',
      'delete',
      'upload-again',
      'give-up',
      'take-over',
    ]),
  }),
  z.object({
    kind: z.literal('update'),
    alias: z.string().max(lengths.name),
    comment: z.string().max(lengths.comment),
  }),
  z.object({ kind: z.literal('adopt'), documentId: identifier }),
]);
export type SubmissionCommand = z.infer<typeof submissionCommand>;

/** The changes since the last announcement, for people who cannot see the list: their number, and the name of one. */
const some = z.object({ count: z.number(), name: z.string() }).nullable();
export const outboxNews = z.object({
  started: some,
  needYou: some,
  /** Files that came from a watched folder. */
  taken: some,
  /** The people who are asked first, after the first document of all: how many, and the name of one. */
  firstAsked: some,
});
export type OutboxNews = z.infer<typeof outboxNews>;

/** One line of the history of a submission or a document, oldest first. */
export const historyLine = z.object({
  seq: z.number(),
  at: z.number(),
  kind: z.enum([
    'accepted',
    'draft-completed',
    'recovered',
    'reconnected',
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
    'replaced',
    'overtaken',
    'listed-as-draft',
    'restarted',
    'clock-set-back',
    'clock-moved',
    'slept',
    'connection-ready',
    'asked',
    'status',
    'saved',
    'copy-checked',
    'rescued',
    'reminded',
    'person-order',
    'dropped',
    'gone',
  ]),
  step: submissionStep.nullable(),
  command: submissionCommandKind.nullable(),
  problem: problem.nullable(),
  /** The words of the service for a `status`. */
  documentStatus: z.string().exactOptional(),
  signStatus: z.string().nullable().exactOptional(),
  /** The verdict of `copy-checked`. */
  verdict: copyVerdict.exactOptional(),
  /** The person of a reminder or an order. */
  who: z.string().exactOptional(),
  /** The order for this person, and how it ended. */
  ordered: z.object({ what: personOrderKind, end: z.enum(['done', 'perhaps', 'failed']) }).exactOptional(),
});
export type HistoryLine = z.infer<typeof historyLine>;

/** The queue of the shown connection. */
export const outboxState = z.object({
  /** False without a journal on the disk: nothing is sent then. */
  working: z.boolean(),
  paused: z.boolean(),
  /** The journal could not be written. We try again. */
  unwritable: problem.nullable(),
  undoSeconds: z.number(),
  spool: z.object({ used: z.number(), limit: z.number() }),
  budget: z.object({
    level: z.enum(['free', 'warn', 'full']),
    used: z.number(),
    limit: z.number(),
    resumesAt: z.number().nullable(),
  }),
  /** The time of the next try to reach the service, after several failures in a row. */
  probeAt: z.number().nullable(),
  /** Number of uncertain uploads that wait for the next check. */
  waitForCheck: z.number(),
  /** Submissions on their way, without those that need a person; and the bytes of all uploads. */
  queue: z.object({ open: z.number(), uploading: z.number(), bytes: z.number(), total: z.number() }),
  /** Submissions that people can still undo: how many, and when the first and the last of them go. */
  counting: z.object({ count: z.number(), first: z.number(), last: z.number() }).nullable(),
  /** The sender name of the last submission. */
  alias: z.string(),
});
export type OutboxState = z.infer<typeof outboxState>;
