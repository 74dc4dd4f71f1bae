import { z } from 'zod';
import { aloneReason, fileRemark } from '../../preload/contract/sending.ts';
import { signatureReport } from '../../preload/contract/signature-report.ts';
import { foundMarks } from '../../preload/contract/text-marks.ts';

/** Main to the thread. The bytes of the document follow when the thread asks for them. */
export const documentTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begin'),
    task: z.enum(['isReadable', 'remarks', 'signatures', 'textMarks']),
    content: z.enum(['pdf', 'docx', 'xlsx']),
    size: z.number(),
    /** The size of the document that was sent, to compare a signed copy with. Null: there is none. */
    sentSize: z.number().nullable(),
    /** The forms of the marks to look for. */
    forms: z.array(z.string()).exactOptional(),
  }),
  /** Finds the documents in a mail. Each of them is passed on in pieces. */
  z.object({ kind: z.literal('mail'), size: z.number() }),
  /** Joins PDFs into one. Their bytes follow as if they were one document, in their order. */
  z.object({ kind: z.literal('join'), size: z.number(), sizes: z.array(z.number()) }),
  /** The wanted bytes. After a piece of an attached document it is empty: the thread goes on. */
  z.object({ kind: z.literal('piece'), bytes: z.instanceof(Uint8Array) }),
]);
export type DocumentTask = z.infer<typeof documentTask>;
/** The document whose bytes the thread wants. */
export type Source = Extract<DocumentAnswer, { readonly kind: 'want' }>['of'];
export type Begin = Exclude<DocumentTask, { readonly kind: 'piece' }>;

/** The thread to main. */
export const documentAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('want'),
    of: z.enum(['document', 'sent']),
    from: z.number(),
    length: z.number(),
  }),
  z.object({
    kind: z.literal('attached'),
    at: z.number(),
    name: z.string(),
    size: z.number(),
    bytes: z.instanceof(Uint8Array),
    last: z.boolean(),
  }),
  z.object({ kind: z.literal('mail'), end: z.enum(['whole', 'partly', 'none']) }),
  z.object({ kind: z.literal('readable'), isReadable: z.boolean() }),
  z.object({ kind: z.literal('remarks'), remarks: z.array(fileRemark) }),
  z.object({ kind: z.literal('signatures'), report: signatureReport }),
  z.object({ kind: z.literal('joined'), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('alone'), files: z.array(z.object({ at: z.number(), why: aloneReason })) }),
  z.object({ kind: z.literal('too-large') }),
  /** Null: the text cannot be read. */
  z.object({ kind: z.literal('textMarks'), found: foundMarks.nullable() }),
]);
export type DocumentAnswer = z.infer<typeof documentAnswer>;
