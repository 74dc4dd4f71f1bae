import { z } from 'zod';
import { addressProblems } from '../../shared/people/address.ts';
import { lengths } from './limits.ts';
import { problem } from './problem.ts';

export const personAddress = z.string().min(1).max(lengths.identifier);
const personName = z.string().max(lengths.name);

const addressProblem = z.enum(addressProblems);

/** Somebody a document was sent to, or who was written down by hand or from a file. */
export const person = z.object({ email: z.string(), name: z.string() });
export type Person = z.infer<typeof person>;

export const personRow = person.extend({
  /** How many times a document was sent to them; 0 for one who was only written down. */
  used: z.number(),
  lastUsed: z.number().nullable(),
});
export type PersonRow = z.infer<typeof personRow>;

export const personInput = z.object({
  email: personAddress,
  name: personName,
  /** False: another name for somebody who is known. */
  isNew: z.boolean(),
});
export const personSaved = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), why: z.union([addressProblem, z.literal('known')]) }),
  z.object({ ok: z.literal(false), problem }),
]);

/** By name, a page at a time: `after` is the last one of the page before. */
export const peopleWish = z.object({
  text: z.string().max(lengths.identifier),
  after: z.object({ email: personAddress, name: z.string().max(lengths.identifier) }).nullable(),
});
export const peoplePage = z.object({
  rows: z.array(personRow),
  /** There are more after these. */
  more: z.boolean(),
  /** How many fit the text, on all pages. */
  total: z.number(),
});

/** What a file of people brought. Of those that were not taken the first are told, with the reason. */
export const peopleImport = z.union([
  z.object({
    ok: z.literal(true),
    added: z.number(),
    /** Known before without a name, now with that of the file. */
    named: z.number(),
    /** Known before, or twice in the file. */
    same: z.number(),
    refused: z.array(z.object({ text: z.string(), why: addressProblem })),
    refusedCount: z.number(),
  }),
  z.object({ ok: z.literal('cancelled') }),
  z.object({ ok: z.literal(false), problem }),
]);
export type PeopleImport = z.infer<typeof peopleImport>;
