import { z } from 'zod';
import { copyVerdict } from './copy-verdict.ts';
import { operationName } from './operations.ts';
import { problem } from './problem.ts';
import { choices } from './sending.ts';

/** A document as the overview lists it. A status is a word of the service. We show unknown words unchanged. */
export const listedDocument = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  documentStatus: z.string(),
  signStatus: z.string().nullable(),
  canWithdraw: z.boolean(),
  canDelete: z.boolean(),
});
export type ListedDocument = z.infer<typeof listedDocument>;

const signee = z.object({
  email: z.string().nullable(),
  name: z.string().nullable(),
  order: z.number().nullable(),
  status: z.string().nullable(),
  /** The time of this person's signature or rejection, where the service says so. */
  decidedAt: z.number().exactOptional(),
  /** This person's reason for the rejection, where the service says so. */
  reason: z.string().exactOptional(),
  /** The time at which this person opened the document, where the service says so. */
  viewedAt: z.number().exactOptional(),
  /** The language of the invitation, where the service tells it. */
  language: z.string().exactOptional(),
});
export type DocumentSignee = z.infer<typeof signee>;

/** The possible orders for a document without a submission here. */
export const documentOrderKind = z.enum(['withdraw', 'delete']);
export type DocumentOrderKind = z.infer<typeof documentOrderKind>;

/** `retry` and `drop` belong to an order that waits or failed: try again now, or let it go. */
export const documentOrder = z.enum(['withdraw', 'delete', 'retry', 'drop']);
export type DocumentOrder = z.infer<typeof documentOrder>;

/** `exact`: counted from a moment the service reported. `earliest`: it can happen from then on. `latest`: then or sooner. */
export const dueTime = z.object({ at: z.number(), bound: z.enum(['exact', 'earliest', 'latest']) });
export type DueTime = z.infer<typeof dueTime>;

/** A document of the list, with everything the journal knows about it. */
export const documentEntry = listedDocument.extend({
  /** The beginning of this status: reported by the service, or the check that showed the change. Null: unknown. */
  since: z.number().nullable(),
  /** The service's next automatic step. */
  due: dueTime.extend({ what: z.enum(['deleted', 'withdrawn']) }).nullable(),
  /** The people as the last look at the details showed them, in the list only some. Null: nobody has looked yet. */
  signees: z.array(signee).nullable(),
  people: z.object({ all: z.number(), signed: z.number(), waiting: z.number() }),
  saved: z.object({ name: z.string(), at: z.number() }).nullable(),
  /** The file of a rejected or withdrawn document on this computer, with the marks of those who had signed. */
  rescued: z.object({ name: z.string(), at: z.number() }).nullable(),
  /** The verdict on the signed copy. Null: it was not checked, or is not where we put it and unchanged. */
  verdict: copyVerdict.nullable(),
  /** The reason that the last try to save the signed copy, or the file of an unsigned document, failed. */
  saveProblem: problem.nullable(),
  /** The time at which we learned that the service has deleted it. */
  goneAt: z.number().nullable(),
  /** A person's order that has not happened yet. `nextTryAt`: null waits for the connection. */
  command: z
    .object({
      kind: documentOrderKind,
      phase: z.enum(['waiting', 'calling', 'unclear', 'failed']),
      nextTryAt: z.number().nullable(),
      problem: problem.nullable(),
    })
    .nullable(),
  orders: z.array(documentOrder),
});
export type DocumentEntry = z.infer<typeof documentEntry>;

/**
 * A draft as it is to be sent. `asShown` stands for what the details show of it. `lacking`: the people whom a person
 * wanted to add before they stopped.
 */
const completable = choices
  .pick({ alias: true, comment: true })
  .extend({ name: z.string().nullable(), lacking: choices.shape.signees, asShown: z.string() });

/** A document's details, read when a person opens it. Missing values are null. `raw` is the answer of the service. */
export const documentDetails = z.object({
  id: z.string(),
  documentStatus: z.string(),
  signStatus: z.string().nullable(),
  signatureMode: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  /** The authority that identifies the people who sign. */
  authority: z.string().nullable(),
  created: z.string().nullable(),
  started: z.string().nullable(),
  completed: z.string().nullable(),
  comment: z.string().nullable(),
  initiator: z.string().nullable(),
  company: z.string().nullable(),
  companyVerified: z.boolean().nullable(),
  verification: z.string().nullable(),
  attachmentsAllowed: z.boolean().nullable(),
  signees: z.array(signee),
  /** What a person needs to send a draft. Null: it is none, or what would be sent cannot be shown. */
  draft: completable.nullable(),
  observers: z.array(z.string()),
  /** The possible orders for one person, where the connection allows them. */
  can: z.array(operationName),
  ordered: z.boolean(),
  raw: z.string(),
});
export type DocumentDetails = z.infer<typeof documentDetails>;

/** The progress of the check of all saved copies, or its result. */
export const copyCheck = z.object({
  connectionId: z.string(),
  running: z.boolean(),
  done: z.number(),
  all: z.number(),
  /** Copies that were moved or changed. */
  damaged: z.number(),
  /** The reason that the check could not continue. */
  problem: problem.nullable(),
});
export type CopyCheck = z.infer<typeof copyCheck>;
