import { z } from 'zod';
import { problem } from './problem.ts';

const refused = z.object({ ok: z.literal(false), problem });
const cancelled = z.object({ ok: z.literal('cancelled') });

/** Describes the answer to a call that may fail: these fields, or the problem. */
export const answer = <S extends z.ZodRawShape>(fields: S) =>
  z.union([z.object({ ok: z.literal(true), ...fields }), refused]);

/** Describes the answer to a call that opens a dialog, which a person may cancel. */
export const dialogAnswer = <S extends z.ZodRawShape>(fields: S) =>
  z.union([z.object({ ok: z.literal(true), ...fields }), cancelled, refused]);

export const done = answer({});
export type Done = z.infer<typeof done>;

/** A part of a copy on this computer. `size`: of all of it. */
export const copyPart = answer({
  bytes: z.instanceof(Uint8Array),
  size: z.number().int(),
  kind: z.enum(['pdf', 'docx', 'xlsx']),
});
/** The bytes to read. */
export const range = { from: z.number().int().min(0), to: z.number().int().min(0) };
/** A part of a copy, with the content that it must have. Left out: the one that we know of it. */
export const partOfCopy = { ...range, sha256: z.string().max(64).optional() };
