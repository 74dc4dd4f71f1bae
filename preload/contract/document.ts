import { z } from 'zod';

/** A document as the last check saw it. Statuses are words of the service; unknown ones are kept and shown as they are. */
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
