import { z } from 'zod';
import { languages } from './language.ts';
import { lengths } from './limits.ts';
import { problem } from './problem.ts';
import { rowSelection } from './selection.ts';

/** A document that waits for one person. */
const waitingDocument = z.object({
  id: z.string(),
  name: z.string(),
  /** The key of its row in the list. */
  entry: z.string(),
  /** Since when this person can sign. Null: unknown. */
  since: z.number().nullable(),
  /**
   * Somebody has signed, and the service does not say who. `signed`: it may be this person. `turn`: people before this
   * one may still have to sign.
   */
  perhaps: z.enum(['signed', 'turn']).nullable(),
  /** When the service withdraws it. Null: unknown. */
  until: z.number().nullable(),
  remindedAt: z.number().nullable(),
});
export type WaitingDocument = z.infer<typeof waitingDocument>;

/** A person who can sign now. */
export const waitingPerson = z.object({
  /** The address, or the name where the service tells no address. */
  key: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** The longest waiting first. `count` is the number of all. */
  documents: z.array(waitingDocument),
  count: z.number(),
  /** There is an address, and a document that surely waits for this person, or did. */
  canRemind: z.boolean(),
});
export type WaitingPerson = z.infer<typeof waitingPerson>;

export const waitingPage = z.object({
  people: z.array(waitingPerson),
  /** Number of people and of documents on all pages. */
  total: z.number(),
  documents: z.number(),
  /** Where the next page begins. Null: this is the last one. */
  next: z.number().nullable(),
});
export type WaitingPage = z.infer<typeof waitingPage>;

/** The people who can sign now, among the selected documents. */
export const peopleOfSelection = z.object({
  people: z.array(waitingPerson.pick({ key: true, email: true, name: true, count: true })),
  /** Number of all people. */
  total: z.number().int(),
});
export type PeopleOfSelection = z.infer<typeof peopleOfSelection>;

export const reminderInput = z.object({
  key: z.string().min(1).max(lengths.identifier),
  /** Null: the language of the last reminder to this person, or else of the app. */
  language: z.enum(languages).nullable(),
  /** The rows whose documents the mail names. Null: all that wait for this person. */
  selection: rowSelection.nullable(),
});

const reminder = z.object({ to: z.string(), language: z.enum(languages), subject: z.string(), body: z.string() });
export type Reminder = z.infer<typeof reminder>;
export const reminderAnswer = z.union([
  z.object({ ok: z.literal(true), reminder }),
  z.object({ ok: z.literal(false), problem }),
]);
