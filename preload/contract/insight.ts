import { z } from 'zod';
import { howFar } from './waiting.ts';

/** A month of the calendar: 2026-05. */
export const monthInput = z.object({ month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/) });

/** The speed of the signatures of one person, or of one profile. */
const pace = z.object({
  /** The key, which differs for each line. */
  key: z.string(),
  /** The name of the person or the profile. With the address where two people have one name. */
  name: z.string(),
  count: z.number(),
  medianMs: z.number(),
});
export type Pace = z.infer<typeof pace>;

export const monthFigures = z.object({
  month: z.string(),
  sent: z.number(),
  signed: z.number(),
  rejected: z.number(),
  /** The documents sent and signed on each day, from the first. */
  days: z.array(z.object({ sent: z.number(), signed: z.number() })),
  /** The time from sending to the last signature. Null: nothing was signed. */
  medianMs: z.number().nullable(),
  /** Those with the most signatures. */
  people: z.array(pace),
  profiles: z.array(pace),
  /** The month of the oldest document. Null: there is none. */
  first: z.string().nullable(),
  /** Documents whose moments are known. The others may belong to this month. */
  howFar,
  /** The same of all months: documents whose signatures are known. */
  signatures: howFar,
});
export type MonthFigures = z.infer<typeof monthFigures>;
