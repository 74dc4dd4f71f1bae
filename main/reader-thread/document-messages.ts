import { z } from 'zod';
import { fileRemark } from '../../preload/contract/sending.ts';

/** Main to the thread. The bytes of the document follow when the thread asks for them. */
export const documentTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begin'),
    task: z.enum(['isReadable', 'remarks']),
    content: z.enum(['pdf', 'docx', 'xlsx']),
    size: z.number(),
  }),
  z.object({ kind: z.literal('piece'), bytes: z.instanceof(Uint8Array) }),
]);
export type DocumentTask = z.infer<typeof documentTask>;
export type Begin = Extract<DocumentTask, { readonly kind: 'begin' }>;

/** The thread to main. */
export const documentAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('want'), from: z.number(), length: z.number() }),
  z.object({ kind: z.literal('readable'), isReadable: z.boolean() }),
  z.object({ kind: z.literal('remarks'), remarks: z.array(fileRemark) }),
]);
export type DocumentAnswer = z.infer<typeof documentAnswer>;
