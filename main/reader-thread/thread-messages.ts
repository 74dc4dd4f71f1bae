import { z } from 'zod';
import { peopleImport, person } from '../../preload/contract/person.ts';
import { profile } from '../../preload/contract/profile.ts';
import { someSettings } from '../../preload/contract/transfer.ts';

/** The thread's job: the bytes of a chosen file, a long pasted text, or all documents that follow. */
export const threadJob = z.discriminatedUnion('reads', [
  z.object({ reads: z.literal('people'), content: z.instanceof(Uint8Array) }),
  z.object({ reads: z.literal('settings'), content: z.instanceof(Uint8Array) }),
  z.object({ reads: z.literal('profile'), content: z.instanceof(Uint8Array) }),
  z.object({ reads: z.literal('credentials'), text: z.string() }),
  /** The mode of reading documents, one after the other, by the messages of document-messages.ts. */
  z.object({ reads: z.literal('documents') }),
]);
export type ThreadJob = z.infer<typeof threadJob>;

const [imported] = peopleImport.options;

/** The first message. The people follow in batches on request: one long message would block the main thread. */
export const peopleHead = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    count: z.number(),
    /** The number of entries that repeat a mailbox. */
    twice: z.number(),
    /** The first refused entries. `refusedCount` counts all of them. */
    refused: imported.shape.refused,
    refusedCount: z.number(),
  }),
  z.object({ kind: z.literal('unreadable') }),
  z.object({ kind: z.literal('too-many') }),
]);
export const peopleBatch = z.array(person).min(1);

export const profileFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), name: profile.shape.name, choices: profile.shape.choices }),
  z.object({ kind: z.literal('unreadable') }),
  z.object({ kind: z.literal('newer') }),
]);

/** The first message. The profiles follow one by one on request. */
export const settingsHead = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), count: z.number(), settings: someSettings }),
  z.object({ kind: z.literal('unreadable') }),
  z.object({ kind: z.literal('newer') }),
]);
export const settingsProfile = profile.pick({ name: true, choices: true });

export const credentials = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    username: z.string(),
    password: z.string(),
    accountId: z.string().nullable(),
    creatorEmail: z.string().nullable(),
    state: z.string().nullable(),
  }),
  z.object({
    ok: z.literal(false),
    problem: z.enum(['empty', 'no-username', 'no-password', 'ambiguous', 'too-long']),
  }),
]);
