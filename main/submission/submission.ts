import { z } from 'zod';
import { problem } from '../../preload/contract/problem.ts';
import { signPlace } from '../../preload/contract/sending.ts';
import { plainId } from '../signing/answers/fields.ts';

/** A submission: one file on its way to a started document. The journal stores it as JSON and reads it by this schema. */

const steps = ['upload', 'add-signee', 'compare', 'start', 'update', 'withdraw', 'delete'] as const;
/** A call to the service. `compare` only reads; all others change something there. */
export type Step = (typeof steps)[number];
const step = z.enum(steps);
const moment = z.number();
/** The id, which earlier versions stored as the service wrote it. */
const storedId = z.string().transform(plainId);

const wishSignee = z
  .object({
    email: z.string(),
    comment: z.string().optional(),
    /** Counts from 0. Absent: all sign at the same time. */
    order: z.number().optional(),
    place: signPlace.optional(),
  })
  .readonly();
export type WishSignee = z.infer<typeof wishSignee>;

const wish = z
  .object({
    /** The hash leads to the spool copy. Null: the draft was made elsewhere, and its file was never on this computer. */
    file: z
      .object({
        sha256: z.string().nullable(),
        size: z.number(),
        name: z.string(),
        type: z.string(),
        /** The names of the files that it was made from. Absent: it is as a person had it, or was stored before. */
        parts: z.array(z.string()).readonly().exactOptional(),
      })
      .readonly(),
    mode: z.enum(['timestamp', 'advanced', 'qualified']),
    jurisdiction: z.enum(['zertes', 'eidas']),
    alias: z.string(),
    comment: z.string(),
    sendMail: z.enum(['all', 'others', 'none']),
    scanPredefined: z.boolean(),
    /**
     * The service has read the fields of the file, and a person was shown all that they ask for beyond these choices.
     * Absent: they are read before the upload.
     */
    fieldsRead: z.literal(true).exactOptional(),
    extra: z.record(z.string(), z.unknown()).readonly(),
    signees: z.array(wishSignee).readonly(),
  })
  .readonly();
/** The person's choices for this file. */
export type Wish = z.infer<typeof wish>;

const note = z
  .object({
    kind: z.string(),
    certainty: z.enum(['never-sent', 'refused', 'unclear', 'permanent']),
    details: z.string(),
    status: z.number().optional(),
    retryAfterMs: z.number().optional(),
    /** The sentence to show if the service was not the cause (a locked keychain, for example). */
    problem: problem.optional(),
  })
  .readonly();
/** A failed call as it is stored and shown. */
export type FailureNote = z.infer<typeof note>;

const draftWords = z
  .object({
    alias: z.string(),
    comment: z.string(),
    /** The people in copy. Earlier versions did not store them. */
    observers: z.array(z.string()).readonly().exactOptional(),
  })
  .readonly();
export type DraftWords = z.infer<typeof draftWords>;

const difference = z
  .object({
    what: z.enum([
      'status',
      'name',
      'mode',
      'jurisdiction',
      'signees',
      'observers',
      'order',
      'place',
      'alias',
      'comment',
    ]),
    wanted: z.string(),
    found: z.string(),
  })
  .readonly();
export type Difference = z.infer<typeof difference>;

const candidate = z
  .object({
    documentId: storedId,
    status: z.string(),
    /** The time by the service's clock. */
    createdAt: z.number().nullable(),
    signees: z.array(z.string()).readonly(),
    /** `proven`: the document has the very content of our file. */
    likeness: z.enum(['proven', 'likely']),
  })
  .readonly();
/** A document that could be the upload in doubt. */
export type Candidate = z.infer<typeof candidate>;

const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('failed'), failure: note }).readonly(),
  /** The connection or the sign-in failed: all its submissions wait. */
  z.object({ kind: z.literal('connection'), failure: note }).readonly(),
  z.object({ kind: z.literal('differs'), differences: z.array(difference).readonly() }).readonly(),
  /** A person must choose which document is this upload, or that none is. */
  z
    .object({
      kind: z.literal('several'),
      candidates: z.array(candidate).readonly(),
      /** Further documents that could be this upload. They are shown when none of these is. */
      more: z.number().default(0),
      passed: z.array(storedId).readonly().default([]),
      whole: z.boolean().default(false),
    })
    .readonly(),
  /**
   * The reason that several checks could not show whether the upload arrived: `unreadable` entries or documents could
   * not be read. The checks continue, and a person may decide at any time.
   */
  z
    .object({
      kind: z.literal('unsettled'),
      documents: z.number(),
      unreadable: z.number(),
      /** The overview was read to its end. */
      whole: z.boolean(),
      missed: z.number(),
      passed: z.array(storedId).readonly().default([]),
      since: moment,
    })
    .readonly(),
  /** The answer does not show whether the signee was added or the document withdrawn. */
  z.object({ kind: z.literal('untellable') }).readonly(),
  z.object({ kind: z.literal('too-large') }).readonly(),
  z.object({ kind: z.literal('too-many-signees') }).readonly(),
  z.object({ kind: z.literal('no-signees') }).readonly(),
  z.object({ kind: z.literal('no-sender') }).readonly(),
  /** The document no longer exists. */
  z.object({ kind: z.literal('gone') }).readonly(),
  /** The start was already sent when the person cancelled. */
  z.object({ kind: z.literal('too-late') }).readonly(),
  /**
   * The journal was lost, damaged or restored: more may have happened than the submission knows. `isPartial`: not all
   * that could be its document was read.
   */
  z.object({ kind: z.literal('recovered'), isPartial: z.boolean().optional() }).readonly(),
  /** The document that this copy was to replace had ended before it could be withdrawn. */
  z.object({ kind: z.literal('overtaken') }).readonly(),
  /**
   * The reason that a submission is on hold after a loss. No document was found, but one may have been signed, and
   * deleted by the service since.
   */
  z.object({ kind: z.literal('perhaps-sent') }).readonly(),
]);
/** The reason why a submission is waiting, or the failure of its last try. */
export type Reason = z.infer<typeof reason>;

/** The ends of a submission. `given-up`: a person stopped the search for its document. */
const ends = ['started', 'draft', 'cancelled', 'withdrawn', 'deleted', 'given-up'] as const;

const stage = z.discriminatedUnion('kind', [
  /** The stage on hold: prepared, but not uploaded before a person presses Send. */
  z.object({ kind: z.literal('held') }).readonly(),
  /** The worker makes the call after `nextTryAt`. Null: after the connection works again. */
  z.object({ kind: z.literal('ready'), step, nextTryAt: moment.nullable() }).readonly(),
  /** The call is running. If the app finds this stage at its start, the outcome is unclear. */
  z.object({ kind: z.literal('calling'), step, since: moment }).readonly(),
  /**
   * The call may have had an effect. For an upload, we wait for a check and what it leads to. For every other step, we
   * look at the document.
   */
  z
    .object({
      kind: z.literal('unclear'),
      step,
      /**
       * The time at which the doubt arose, or the last whole reading ended. Only a reading that began later proves
       * anything.
       */
      since: moment,
      nextTryAt: moment.nullable(),
      /** A look at a document is running. */
      looking: z.boolean(),
      /** Whole readings of the overview that showed no trace of the upload. */
      missed: z.number(),
      /** Since when looks do not find the document. */
      missedAt: moment.exactOptional(),
      /** The looks in a row that the service refused for good. */
      refusedLooks: z.number().exactOptional(),
      /** Checks that did not end the doubt. */
      windows: z.number().default(0),
      /** The document that a person chose. We look at it before we go on with it. */
      candidates: z.array(storedId).readonly(),
      /**
       * Whether a person has to choose. False: an earlier version stored candidates here that it still had to look at.
       */
      chosen: z.boolean().default(false),
      /** Documents of which a person said that they are not this upload. */
      passed: z.array(storedId).readonly().default([]),
      /** The service's refusal. We look whether an earlier try of the call had succeeded. */
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
    /** The only service user who may send it. Null: nobody was signed in when the file was added, and nobody is yet. */
    account: z.string().nullable().default(null),
    /** The profile that its choices began with. Null: none, or stored before profiles were recorded. */
    profileId: z.string().nullable().default(null),
    /** Files from a person go before files from a watched folder. */
    origin: z.enum(['interactive', 'folder']),
    /**
     * The watched folder it came from, the path of the file below it, and size and time of its sidecar. Empty: none. Null:
     * stored before sidecars were recorded. `bootedAt`: when the computer had been switched on, if anybody knows.
     */
    folder: z
      .object({
        id: z.string(),
        path: z.string(),
        sidecar: z.string().nullable().default(null),
        bootedAt: z.number().optional(),
      })
      .readonly()
      .nullable()
      .default(null),
    acceptedAt: moment,
    /** How far the service's clock was ahead then. Null: nobody knew yet. Earlier versions did not store it. */
    acceptedSkewMs: z.number().nullable().default(0),
    /**
     * The time of its last change, by this computer's clock. A later time than now shows that the clock was set back.
     */
    changedAt: moment,
    /** Counts the changes. The journal refuses a change that was made from an older revision. */
    revision: z.number(),
    wish,
    goal: z.enum(['send', 'draft', 'hold']),
    /** The person cancelled before the start. */
    cancelled: z.boolean(),
    /** The cancellation was Undo: the submission goes back on hold when nothing of it is at the service. */
    undone: z.boolean().default(false),
    /** The end of the time for Undo: no start before. */
    startAfter: moment,
    stage,
    /** The journal may be older than what happened. The submission continues only after a look or a person's decision. */
    recovered: z.boolean().default(false),
    reason: reason.nullable(),
    /**
     * Whether a document of it may have been sent before the journal was lost, and deleted by the service since. This
     * stays true whatever is sent or undone later.
     */
    perhapsSent: z.boolean().default(false),
    /** It was a draft at the service when Send was pressed: a person could see it there, and change it. */
    rested: z.boolean().default(false),
    /** Failed tries of the current step. */
    attempts: z.number(),
    /** Starts or orders that the service answered, perhaps without doing them, since a person last decided. */
    vainCalls: z.number().default(0),
    documentId: storedId.nullable(),
    /** The first signees of the list, which the document has. */
    signeesAdded: z.number(),
    /**
     * The draft that a person completes: the sender and the comment that it should have now. It was there before, so it
     * stays when the person stops. Absent: a document that its own upload made.
     */
    draft: draftWords.exactOptional(),
    /** The first upload that may have arrived: when, how far the service's clock was ahead, and the fields as sent. */
    firstSent: z
      .object({
        at: moment,
        skewMs: z.number(),
        alias: z.string(),
        comment: z.string(),
        /** The time at which the last upload began. */
        lastAt: moment.optional(),
        /** Calls and times of uploads before Undo and a correction. */
        earlier: z
          .array(z.object({ alias: z.string(), comment: z.string() }).readonly())
          .readonly()
          .default([]),
      })
      .readonly()
      .nullable(),
    uploadedAt: moment.nullable(),
    startedAt: moment.nullable(),
    /** The time at which a check or a look saw the document signed, rejected or withdrawn. */
    finishedAt: moment.nullable(),
    /** Drafts that look like a second upload of this file. We delete them only when a person asks. */
    orphans: z.array(storedId).readonly(),
    redoOf: z.string().nullable(),
  })
  .readonly();
export type Submission = z.infer<typeof submissionSchema>;

/** Returns the hash of the file, of a submission that was accepted with one. */
export function hashOf(submission: Pick<Submission, 'wish'>): string {
  const { sha256 } = submission.wish.file;
  if (sha256 === null) throw new Error('The file of this draft was never on this computer.');
  return sha256;
}
