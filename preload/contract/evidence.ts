import { z } from 'zod';
import { copyVerdict } from './copy-verdict.ts';
import { documentDetails } from './document.ts';
import { lengths } from './limits.ts';
import { problem } from './problem.ts';
import { historyLine } from './submission.ts';

const identifier = z.string().min(1).max(lengths.identifier);

/** A row of the list: a submission, a document, or both. */
export const evidenceOf = z.object({ submissionId: identifier.nullable(), documentId: identifier.nullable() });
export type EvidenceOf = z.infer<typeof evidenceOf>;

export const wholeHistory = z.object({ lines: z.array(historyLine) });

const file = z.object({ name: z.string(), sha256: z.string(), size: z.number(), at: z.number() });

/** The content of the evidence of a document. Missing values are null. */
export const evidenceSheet = z.object({
  name: z.string(),
  documentId: z.string().nullable(),
  service: z.string(),
  account: z.string().nullable(),
  documentStatus: z.string().nullable(),
  mode: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  created: z.number().nullable(),
  started: z.number().nullable(),
  completed: z.number().nullable(),
  goneAt: z.number().nullable(),
  signees: documentDetails.shape.signees,
  /** The file as it was sent from here, and what it was made from. Null for a document made elsewhere. */
  sent: file.extend({ parts: z.array(z.string()) }).nullable(),
  copies: z.array(file.extend({ verdict: copyVerdict.nullable() })),
  lines: z.array(historyLine),
  /** The last entry of the history. Who has the journal can prove that it contained this. */
  head: z.object({ seq: z.number(), hash: z.string() }).nullable(),
  madeAt: z.number(),
});
export type EvidenceSheet = z.infer<typeof evidenceSheet>;

export const evidenceAnswer = z.union([
  z.object({ ok: z.literal(true), sheet: evidenceSheet }),
  z.object({ ok: z.literal(false), problem }),
]);
export const fileSaved = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal('cancelled') }),
  z.object({ ok: z.literal(false), problem }),
]);
