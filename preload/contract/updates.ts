import { z } from 'zod';
import { problem } from './problem.ts';

/**
 * The reason that this installation does not update itself. policy: IT turned updates off. it: an installer for IT.
 * administrator: the person may not write the app's folder. disk-image: macOS runs the app from where it cannot be
 * replaced. build: a build without an address or a key for updates.
 */
export const updatesOff = z.enum(['policy', 'it', 'administrator', 'disk-image', 'build']);
export type UpdatesOff = z.infer<typeof updatesOff>;

export const updateState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off'), why: updatesOff }),
  z.object({ kind: z.literal('current'), checkedAt: z.number().nullable() }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('downloading'), version: z.string(), percent: z.number() }),
  /** `waits`: a person asked for the restart, and something is still being sent, or waits in the Send window. */
  z.object({
    kind: z.literal('ready'),
    version: z.string(),
    notes: z.string(),
    waits: z.enum(['sending', 'unsent']).nullable(),
  }),
  z.object({ kind: z.literal('failed'), problem }),
]);
export type UpdateState = z.infer<typeof updateState>;
