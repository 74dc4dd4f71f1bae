import { z } from 'zod';
import { limits } from './limits.ts';
import { problem } from './problem.ts';

const fileId = z.string().min(1).max(64);
/** Tells one content from another, and the same from the same. */
const content = z.string().regex(/^[\da-f]{64}$/);

/** The text of a list, still as bytes: what set of characters it is in is found out where it is read. */
export const openedTable = z.union([
  z.object({ ok: z.literal(true), bytes: z.instanceof(Uint8Array) }),
  z.object({ ok: z.literal('cancelled') }),
  z.object({ ok: z.literal(false), problem }),
]);

export const contentsWish = z.object({ ids: z.array(fileId).max(limits.filesAtOnce) });
/** Null: it cannot be read, or is no longer what was handed over. */
export const contents = z.object({ contents: z.array(z.object({ id: fileId, content: content.nullable() })) });

/** A submission of a content: who it went to, and how far it is. */
export const takenBefore = z.object({
  content,
  submissionId: z.string(),
  acceptedAt: z.number(),
  signees: z.array(z.string()),
  state: z.enum(['under-way', 'draft', 'finished']),
});
export type TakenBefore = z.infer<typeof takenBefore>;

export const takenWish = z.object({ contents: z.array(content).max(limits.filesAtOnce) });
/** All that the active connection ever took of these, without those that were cancelled, withdrawn or deleted. */
export const taken = z.object({ taken: z.array(takenBefore) });

/** Room for 500 people with their names in one cell. */
const cell = z.string().max(150_000);

/** Cells, not a text: main writes them so that no spreadsheet reckons with what somebody typed. */
export const tableToSave = z.object({
  what: z.enum(['sample', 'rest']),
  rows: z
    .array(z.array(cell).max(10))
    .min(1)
    .max(limits.filesAtOnce + 1),
});
export const savedTable = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal('cancelled') }),
  z.object({ ok: z.literal(false), problem }),
]);
