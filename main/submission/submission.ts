import { z } from 'zod';
import { problem } from '../../preload/contract/problem.ts';

/** One file on its way to becoming a started document. The journal keeps it as JSON, so this schema reads its rows. */

const steps = ['upload', 'add-signee', 'compare', 'start', 'update', 'withdraw', 'delete'] as const;
/** What is asked of the service next. `compare` only reads; all others change something there. */
export type Step = (typeof steps)[number];
const step = z.enum(steps);
const moment = z.number();

const wishSignee = z
  .object({
    email: z.string(),
    comment: z.string().optional(),
    /** 0-based; absent when the order does not matter. */
    order: z.number().optional(),
  })
  .readonly();
export type WishSignee = z.infer<typeof wishSignee>;

const wish = z
  .object({
    /** The copy in the spool is found by its hash. */
    file: z.object({ sha256: z.string(), size: z.number(), name: z.string(), type: z.string() }).readonly(),
    mode: z.enum(['timestamp', 'advanced', 'qualified']),
    jurisdiction: z.enum(['zertes', 'eidas']),
    alias: z.string(),
    comment: z.string(),
    sendMail: z.enum(['all', 'others', 'none']),
    scanPredefined: z.boolean(),
    extra: z.record(z.string(), z.unknown()).readonly(),
    signees: z.array(wishSignee).readonly(),
  })
  .readonly();
/** What the person asked for. */
export type Wish = z.infer<typeof wish>;

const note = z
  .object({
    kind: z.string(),
    certainty: z.enum(['never-sent', 'refused', 'unclear', 'permanent']),
    details: z.string(),
    status: z.number().optional(),
    /** How long the service asked to be left alone. */
    retryAfterMs: z.number().optional(),
    /** What a person is told instead, where it was not the service that failed: a keychain that is locked. */
    problem: problem.optional(),
  })
  .readonly();
/** A failure of the signing client as it is kept and shown. */
export type FailureNote = z.infer<typeof note>;

const difference = z
  .object({
    what: z.enum(['status', 'name', 'mode', 'jurisdiction', 'signees', 'order']),
    wanted: z.string(),
    found: z.string(),
  })
  .readonly();
export type Difference = z.infer<typeof difference>;

const candidate = z
  .object({
    documentId: z.string(),
    status: z.string(),
    /** By the service's clock. */
    createdAt: z.number().nullable(),
    signees: z.array(z.string()).readonly(),
    /** `proven`: the service has this very content. */
    likeness: z.enum(['proven', 'likely']),
  })
  .readonly();
/** A document that could be the upload in doubt, as a look at it showed it. */
export type Candidate = z.infer<typeof candidate>;

const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('failed'), failure: note }).readonly(),
  /** Waits for the connection or the sign-in, not for this submission. */
  z.object({ kind: z.literal('connection'), failure: note }).readonly(),
  z.object({ kind: z.literal('differs'), differences: z.array(difference).readonly() }).readonly(),
  /** Documents that could be this upload: a person says which one is, or that none is. */
  z
    .object({
      kind: z.literal('several'),
      candidates: z.array(candidate).readonly(),
      whole: z.boolean().default(false),
    })
    .readonly(),
  /**
   * Several checks could not tell whether the upload arrived. `documents` were read, `unreadable` of them say too
   * little. The checks go on; a person may decide earlier.
   */
  z
    .object({
      kind: z.literal('unsettled'),
      documents: z.number(),
      unreadable: z.number(),
      /** The list was read to its end. */
      whole: z.boolean(),
      missed: z.number(),
      since: moment,
    })
    .readonly(),
  /** The answer does not show whether the signee is there, or the document withdrawn. */
  z.object({ kind: z.literal('untellable') }).readonly(),
  z.object({ kind: z.literal('too-large') }).readonly(),
  z.object({ kind: z.literal('too-many-signees') }).readonly(),
  z.object({ kind: z.literal('no-signees') }).readonly(),
  z.object({ kind: z.literal('no-sender') }).readonly(),
  /** The document is no longer there. */
  z.object({ kind: z.literal('gone') }).readonly(),
  /** The start was already on its way when the person stopped it. */
  z.object({ kind: z.literal('too-late') }).readonly(),
  /** The journal was lost, damaged or older than it should be: more may have happened than this row knows. */
  z.object({ kind: z.literal('recovered') }).readonly(),
]);
/** Why it is not going on by itself, or what the last try came to. */
export type Reason = z.infer<typeof reason>;

/** `given-up`: a person no longer wants to know what became of it. */
const ends = ['started', 'draft', 'cancelled', 'withdrawn', 'deleted', 'given-up'] as const;

const stage = z.discriminatedUnion('kind', [
  /** Goal `hold`: prepared here, nothing is uploaded before a person presses Send. */
  z.object({ kind: z.literal('held') }).readonly(),
  /** The step is taken as soon as `nextTryAt` has passed; null waits for the connection. */
  z.object({ kind: z.literal('ready'), step, nextTryAt: moment.nullable() }).readonly(),
  /** The intent is durable and the call is out. Found at start-up, it is unclear. */
  z.object({ kind: z.literal('calling'), step, since: moment }).readonly(),
  /**
   * It may have been carried out. An upload waits for an overview and then looks at the drafts it names; everything
   * else looks at the document.
   */
  z
    .object({
      kind: z.literal('unclear'),
      step,
      /** The doubt arose, or the last whole reading came to its end: only one that began later proves anything. */
      since: moment,
      nextTryAt: moment.nullable(),
      /** A look at details is out. */
      looking: z.boolean(),
      /** Whole readings of the overview that showed no trace of the upload. */
      missed: z.number(),
      /** Checks that could not settle the doubt. */
      windows: z.number().default(0),
      /** Documents of the last check still to look at. */
      candidates: z.array(z.string()).readonly(),
      /** Documents a look has shown to be possible. */
      looked: z.array(candidate).readonly().default([]),
      /** The last check read the overview to its end: what it does not show is not there. */
      whole: z.boolean().default(false),
      /** A person said that the candidate is this upload. */
      chosen: z.boolean().default(false),
      /** Another upload of the same content is in doubt as well: a draft could be either's. */
      contested: z.boolean(),
      /** The service refused the call. The look tells whether an earlier try of it had been carried out. */
      refusal: note.nullable().default(null),
    })
    .readonly(),
  z.object({ kind: z.literal('needs-you'), step }).readonly(),
  z.object({ kind: z.literal('done'), as: z.enum(ends) }).readonly(),
]);
export type Stage = z.infer<typeof stage>;

export const submissionSchema = z
  .object({
    id: z.string(),
    connectionId: z.string(),
    /** The service user it was accepted for: it goes on under no other. Null: written before accounts were kept. */
    account: z.string().nullable().default(null),
    /** Work a person waits for goes before a watched folder's. */
    origin: z.enum(['interactive', 'folder']),
    acceptedAt: moment,
    /** Of the last change, by this computer's clock: a clock set back is known by it. */
    changedAt: moment,
    /** Counts the changes. A change made to an older revision is never taken. */
    revision: z.number(),
    wish,
    goal: z.enum(['send', 'draft', 'hold']),
    /** The person stopped it before the start. */
    cancelled: z.boolean(),
    /** No start before this: the undo window. */
    startAfter: moment,
    stage,
    /** More may have happened than this row knows: nothing goes on by itself before a look has shown what is so. */
    recovered: z.boolean().default(false),
    reason: reason.nullable(),
    /** Tries of the step at hand that came to nothing. */
    attempts: z.number(),
    documentId: z.string().nullable(),
    signeesAdded: z.number(),
    /** The first upload that may have arrived, how far the service's clock was ahead then, and what may be changed since. */
    firstSent: z
      .object({ at: moment, skewMs: z.number(), alias: z.string(), comment: z.string() })
      .readonly()
      .nullable(),
    uploadedAt: moment.nullable(),
    startedAt: moment.nullable(),
    /** Signed, rejected or withdrawn, as tracking saw it. */
    finishedAt: moment.nullable(),
    /** Drafts that look like a second upload of this file: offered for deletion, never deleted unasked. */
    orphans: z.array(z.string()).readonly(),
    /** The submission this one was made from again. */
    redoOf: z.string().nullable(),
  })
  .readonly();
export type Submission = z.infer<typeof submissionSchema>;
