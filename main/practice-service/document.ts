import { z } from 'zod';
import { DOCUMENT_STATUSES, JURISDICTIONS, SEND_MAIL, SIGNATURE_MODES } from './rules.ts';

export const autographPosition = z
  .object({ pageNumber: z.int().min(1), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .readonly();

const signeeSchema = z
  .object({
    email: z.string(),
    comment: z.string(),
    /** Null: added without an order. */
    signOrder: z.number().nullable(),
    decision: z.enum(['open', 'signed', 'rejected']),
    decidedAt: z.number().nullable(),
    /** The time at which the page of the invitation was first opened. */
    viewedAt: z.number().nullable().default(null),
    reason: z.string(),
    language: z.string().default('en'),
    /** Where the person signs, as the initiator chose. */
    autographPosition: autographPosition.nullable().default(null),
    /** When the initiator had the invitation sent again. */
    invitedAgain: z.array(z.number()).readonly().default([]),
    /** The secret last part of the signing page's address. */
    key: z.string(),
  })
  .readonly();

const mailSchema = z
  .object({
    at: z.number(),
    kind: z.enum(['invitation', 'signed', 'rejected', 'withdrawn']),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    documentId: z.string(),
    /** Path of the page the mail links to. */
    link: z.string().nullable(),
  })
  .readonly();

/** A document as the service stores it, in memory and on disk. Times are in milliseconds. */
export const documentSchema = z
  .object({
    documentId: z.string(),
    owner: z.string(),
    companyId: z.string(),
    initiatorEmail: z.string(),
    documentName: z.string(),
    documentMimeType: z.string(),
    sha256: z.string(),
    size: z.number(),
    creationTime: z.number(),
    startTime: z.number().nullable(),
    completionTime: z.number().nullable(),
    statusChangedAt: z.number(),
    documentStatus: z.enum(DOCUMENT_STATUSES),
    signatureMode: z.enum(SIGNATURE_MODES),
    jurisdiction: z.enum(JURISDICTIONS),
    sendMail: z.enum(SEND_MAIL),
    comment: z.string(),
    initiatorAliasName: z.string(),
    extraParameters: z.record(z.string(), z.unknown()),
    signees: z.array(signeeSchema).readonly(),
    /** The addresses of people in copy, whom the file names. */
    observers: z.array(z.string()).readonly().default([]),
    mails: z.array(mailSchema).readonly(),
  })
  .readonly();

export type PracticeDocument = z.infer<typeof documentSchema>;
export type Signee = z.infer<typeof signeeSchema>;
export type Mail = z.infer<typeof mailSchema>;
