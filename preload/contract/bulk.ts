import { z } from 'zod';
import { dialogAnswer } from './answer.ts';
import { limits } from './limits.ts';

const fileId = z.string().min(1).max(64);
const content = z.string().regex(/^[\da-f]{64}$/);

/** A list as bytes: the reader finds out its character set. */
export const openedTable = dialogAnswer({ bytes: z.instanceof(Uint8Array) });

export const contentsInput = z.object({ ids: z.array(fileId).max(limits.filesAtOnce) });
/** The contents. Null: the file cannot be read, or changed since it was added. */
export const contents = z.object({ contents: z.array(z.object({ id: fileId, content: content.nullable() })) });

/** An earlier submission of the same content: its signees and its state. */
export const takenBefore = z.object({
  content,
  submissionId: z.string(),
  name: z.string(),
  acceptedAt: z.number(),
  signees: z.array(z.string()),
  /** Without signees: the fields of the document name the people. */
  scanPredefined: z.boolean(),
  /** `prepared`: not sent, it waits for a person. `perhaps`: nobody knows whether it was sent. */
  state: z.enum(['under-way', 'draft', 'finished', 'prepared', 'perhaps']),
});
export type TakenBefore = z.infer<typeof takenBefore>;

export const takenInput = z.object({
  connectionId: z.string().min(1).max(64),
  contents: z.array(content).max(limits.filesAtOnce),
});
/** All earlier submissions of these contents by this connection that still count, the latest of a content last. */
export const taken = z.object({ taken: z.array(takenBefore) });

/** Room for 500 people with their names in one cell. */
const cell = z.string().max(150_000);

/** Cells and no text: main writes them so that no spreadsheet runs typed text as a formula. */
export const tableToSave = z.object({
  what: z.enum(['sample', 'rest']),
  rows: z
    .array(z.array(cell).max(10))
    .min(1)
    .max(limits.filesAtOnce + 1),
});
export const savedTable = dialogAnswer({});
