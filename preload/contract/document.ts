import { z } from 'zod';

/** A document as the last check saw it. A status is a word of the service. We show unknown words unchanged. */
export const documentEntry = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  documentStatus: z.string(),
  signStatus: z.string().nullable(),
  canWithdraw: z.boolean(),
  canDelete: z.boolean(),
});
export type DocumentEntry = z.infer<typeof documentEntry>;

const signee = z.object({
  email: z.string().nullable(),
  name: z.string().nullable(),
  order: z.number().nullable(),
  status: z.string().nullable(),
});

/** A document's details, read when a person opens it. Missing values are null. `raw` is the answer of the service. */
export const documentDetails = z.object({
  id: z.string(),
  documentStatus: z.string(),
  signStatus: z.string().nullable(),
  signatureMode: z.string().nullable(),
  jurisdiction: z.string().nullable(),
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
  observers: z.array(z.string()),
  raw: z.string(),
});
export type DocumentDetails = z.infer<typeof documentDetails>;
