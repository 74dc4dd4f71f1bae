import { z } from 'zod';
import { answer } from './answer.ts';
import { dueTime } from './document.ts';
import { languages } from './language.ts';
import { lengths, waitBands } from './limits.ts';
import { problem } from './problem.ts';
import { rowSelection } from './selection.ts';

const waitingDocument = z.object({
  id: z.string(),
  name: z.string(),
  /** The key of its row in the list. */
  entry: z.string(),
  /** The time since when this person can sign. Null: unknown. */
  since: z.number().nullable(),
  /**
   * The doubt when somebody has signed and the service does not say who. `signed`: it may be this person. `turn`:
   * people before this one may still have to sign.
   */
  perhaps: z.enum(['signed', 'turn']).nullable(),
  /** The time at which the service withdraws it. Null: unknown. */
  until: dueTime.nullable(),
  /**
   * The last reminder. `mail`: opened in the mail program, and perhaps never sent. `service`: the service sent it.
   * `ordered`: the service was asked to send it, and has not confirmed that.
   */
  reminded: z.object({ by: z.enum(['mail', 'service', 'ordered']), at: z.number() }).nullable(),
  canInvite: z.boolean(),
});
export type WaitingDocument = z.infer<typeof waitingDocument>;

export const waitingPerson = z.object({
  /** The address, or the name where the service tells no address. */
  key: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** The longest waiting first. */
  documents: z.array(waitingDocument),
  /** Whether there is an address, and a document that surely waits for this person, or did. */
  canRemind: z.boolean(),
});
export type WaitingPerson = z.infer<typeof waitingPerson>;

/** The number of documents read, of those that a figure rests on. */
export const howFar = z.object({ read: z.number(), all: z.number() });
export type HowFar = z.infer<typeof howFar>;

export const waitingInput = z.object({
  /** The band. Null: over 7 days where there is such a signature, else all. */
  band: z.enum(waitBands).nullable(),
  /** A part of a name or an address. */
  search: z.string().max(lengths.name),
});

export const waitingView = z.object({
  band: z.enum(waitBands),
  /** The longest waiting first, with their documents of this band. */
  people: z.array(waitingPerson),
  /** Missing signatures of all people, by band. */
  counts: z.record(z.enum(waitBands), z.number()),
  /** Signatures that match, and that were left out because there are too many. */
  leftOut: z.number(),
  /** Running documents whose people are known. The others may wait for anybody. */
  howFar,
});
export type WaitingView = z.infer<typeof waitingView>;

/** The people who can sign now, among the selected documents. */
export const peopleOfSelection = z.object({
  people: z.array(waitingPerson.pick({ key: true, email: true, name: true })),
  total: z.number().int(),
  /** Documents of which it is not known yet who has to sign them. */
  unread: z.number().int(),
});
export type PeopleOfSelection = z.infer<typeof peopleOfSelection>;

export const reminderInput = z.object({
  key: z.string().min(1).max(lengths.identifier),
  /** The language. Null: that of the last reminder to this person, or else of the app. */
  language: z.enum(languages).nullable(),
  /** The rows whose documents the mail names. Null: all that wait for this person. */
  selection: rowSelection.nullable(),
});

const reminder = z.object({
  to: z.string(),
  language: z.enum(languages),
  subject: z.string(),
  body: z.string(),
  /** The number of documents for which the service can send its own invitation again now. */
  resendable: z.number().int(),
});
export type Reminder = z.infer<typeof reminder>;
/** `count`: for how many documents the service was asked to invite again. */
export const invited = answer({ count: z.number().int() });
export const reminderAnswer = z.union([
  z.object({ ok: z.literal(true), reminder }),
  z.object({ ok: z.literal(false), problem }),
]);
