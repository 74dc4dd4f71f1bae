import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { documentRecord, recordedFile, recordedSignatures } from './document-record.ts';

const format = 'countersign-receipt';
const version = 1;

/** The receipt beside a signed copy, for other programs. The JSON schema in docs/ is made of this one. */
export const receipt = z.object({
  format: z.literal(format),
  version: z.literal(version),
  document: documentRecord,
  copy: recordedFile.describe('The signed copy, and when it was saved.'),
  signatures: recordedSignatures,
});
export type Receipt = z.infer<typeof receipt>;

/** The identity of a copy, from a receipt of any version. */
const identity = z.object({
  format: z.literal(format),
  document: z.object({ documentId: z.string() }),
  copy: z.object({ sha256: z.string() }),
});

export interface ReceiptOf {
  readonly documentId: string;
  /** The hash of the signed copy. */
  readonly sha256: string;
}

export const receiptText = (facts: Pick<Receipt, 'document' | 'copy' | 'signatures'>): string =>
  `${JSON.stringify({ format, version, ...facts } satisfies Receipt, null, 2)}\n`;

/** Tells whether a file is the receipt of this copy, whichever computer wrote it. */
export function isReceiptOf(text: string, { documentId, sha256 }: ReceiptOf): boolean {
  const found = identity.safeParse(parseJson(text)).data;
  return found?.document.documentId === documentId && found.copy.sha256 === sha256;
}
