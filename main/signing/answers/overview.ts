import * as z from 'zod';
import { documentId, flag, status, text, whole } from './fields.ts';

const entry = z.object({
  documentId,
  /** The status, which is empty when the entry has none. The document's details may have it. */
  documentStatus: status.catch(''),
  documentName: text,
  documentMimeType: text,
  signStatus: text,
  policy: z.object({ canWithdraw: flag, canDelete: flag }).catch({ canWithdraw: null, canDelete: null }),
});
export type OverviewEntry = Readonly<z.infer<typeof entry>>;

/** The field that each entry has once. In a text its quotes would be escaped. */
const NEXT = '"documentId"';

const envelope = z.object({ documents: z.array(z.unknown()), size: whole });

export interface Overview {
  readonly documents: readonly OverviewEntry[];
  /** The number of entries without a usable id. Above 0, the list is not complete. */
  readonly unreadable: number;
  readonly size: number | null;
}

export function readOverview(value: unknown): Overview | null {
  const fields = envelope.safeParse(value);
  if (!fields.success) return null;
  const { documents: listed, size } = fields.data;
  const documents = listed.flatMap((one) => entry.safeParse(one).data ?? []);
  return { documents, unreadable: listed.length - documents.length, size };
}

/** Counts the documents in the beginning of a list that is too long to be read. */
export function countDocuments(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let count = 0;
  for (let at = bytes.indexOf(NEXT); at >= 0; at = bytes.indexOf(NEXT, at + NEXT.length)) count += 1;
  return count;
}
