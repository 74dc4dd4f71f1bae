import { z } from 'zod';
import { addressProblems } from '../../shared/people/address.ts';
import { dialogAnswer } from './answer.ts';
import { lengths } from './limits.ts';
import { problem } from './problem.ts';

export const personAddress = z.string().min(1).max(lengths.identifier);
const personName = z.string().max(lengths.name);

const addressProblem = z.enum(addressProblems);

/** A person from an earlier submission, typed by hand or imported. */
export const person = z.object({ email: z.string(), name: z.string() });
export type Person = z.infer<typeof person>;

export const personRow = person.extend({
  /** The number of documents sent to this person; 0 for one who was only entered. */
  used: z.number(),
  lastUsed: z.number().nullable(),
});
export type PersonRow = z.infer<typeof personRow>;

export const personInput = z.object({
  email: personAddress,
  name: personName,
  /** False for a new name of a known person. */
  isNew: z.boolean(),
});
export const personSaved = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), why: z.union([addressProblem, z.literal('known')]) }),
  z.object({ ok: z.literal(false), problem }),
]);

/** One page of people by name. `after` is the last person of the page before. */
export const peopleInput = z.object({
  text: z.string().max(lengths.identifier),
  after: z.object({ email: personAddress, name: z.string().max(lengths.identifier) }).nullable(),
});
export const peoplePage = z.object({
  rows: z.array(personRow),
  more: z.boolean(),
  /** Number of matches on all pages. */
  total: z.number(),
});

/** The result of importing people. `refused` lists the first refused lines with the reason. */
export const peopleImport = dialogAnswer({
  added: z.number(),
  /** People known without a name, who now have one. */
  named: z.number(),
  /** People known before, or twice in the file. */
  same: z.number(),
  refused: z.array(z.object({ text: z.string(), why: addressProblem })),
  refusedCount: z.number(),
});
export type PeopleImport = z.infer<typeof peopleImport>;
