import { z } from 'zod';
import { peopleImport, person } from '../../preload/contract/person.ts';
import { profile } from '../../preload/contract/profile.ts';

/** What the thread is started with: the bytes of a file that a person chose. */
export const threadJob = z.object({
  reads: z.enum(['people', 'profile']),
  content: z.instanceof(Uint8Array),
});
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
