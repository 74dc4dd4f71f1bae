import { z } from 'zod';

const clockMove = z.object({ ahead: z.number(), passed: z.number() });
const clockReading = clockMove.extend({ begin: z.number(), realBegin: z.number(), speed: z.number() });

/** The first message to the app's process. */
export const appOptions = z.object({
  dataFolder: z.string(),
  password: z.string(),
  clock: clockReading,
  folder: z.string().optional(),
  /** The name of the computer that it runs on. Without it, the one of this computer. */
  machine: z.string().optional(),
});
export type AppOptions = z.infer<typeof appOptions>;

/** Messages to the app's process, in place of the window, the system and a person. */
export const toApp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), number: z.number(), name: z.string(), input: z.unknown() }),
  /** The clock was moved. `wake`: the app gets the event of a computer that wakes up. */
  z.object({ kind: z.literal('clock'), move: clockMove, wake: z.boolean() }),
  z.object({ kind: z.literal('close') }),
]);
export type ToApp = z.infer<typeof toApp>;

export const fromApp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('answer'), number: z.number(), value: z.unknown() }),
  z.object({ kind: z.literal('failed'), number: z.number(), error: z.string() }),
  z.object({ kind: z.literal('turned') }),
  /** The journal cannot be had yet. */
  z.object({ kind: z.literal('waiting'), key: z.string() }),
  /** A line of the app's log. */
  z.object({ kind: z.literal('logged'), place: z.string(), error: z.string() }),
]);
export type FromApp = z.infer<typeof fromApp>;
