import { z } from 'zod';
import { answer } from './answer.ts';
import { lengths, limits } from './limits.ts';

const value = z.string().max(lengths.identifier).exactOptional();

const textMark = z.object({
  email: z.string().max(lengths.identifier).nullable(),
  order: z.number().int().min(0).nullable(),
  isBroken: z.boolean(),
  wishes: z
    .object({
      mode: value,
      law: value,
      authority: value,
      reminder: value,
      observer: value,
      right: value,
      attachments: value,
    })
    .exactOptional(),
});

/** The marks in the text of a document. `isWhole`: all of its text was read, so that no other mark is in it. */
export const foundMarks = z.object({ marks: z.array(textMark).max(limits.textMarks), isWhole: z.boolean() });
export type FoundMarks = z.infer<typeof foundMarks>;

/** Null: the text of the file cannot be read. */
export const textMarksAnswer = answer({ found: foundMarks.nullable() });

/** The person whose mark is copied. */
export const markInput = z.object({
  email: z.string().min(1).max(lengths.identifier),
  order: z.number().int().min(0).max(limits.participants),
});
