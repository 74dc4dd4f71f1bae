import { z } from 'zod';
import { peopleImport, person } from '../../preload/contract/person.ts';
import { profile } from '../../preload/contract/profile.ts';

/** What the thread is started with: the bytes of a file that a person chose, or a long text that was pasted. */
export const threadJob = z.discriminatedUnion('reads', [
  z.object({ reads: z.literal('people'), content: z.instanceof(Uint8Array) }),
  z.object({ reads: z.literal('profile'), content: z.instanceof(Uint8Array) }),
  z.object({ reads: z.literal('credentials'), text: z.string() }),
]);
export type ThreadJob = z.infer<typeof threadJob>;

const [imported] = peopleImport.options;

/** People follow in batches, each when it is asked for: one long message would hold up whoever receives it. */
export const peopleHead = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    count: z.number(),
    /** Those that were there a second time. */
    twice: z.number(),
    /** The first of those that were not taken, and how many there were. */
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
