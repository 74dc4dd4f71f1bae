import { z } from 'zod';

const minuteOfDay = z.number().int().min(0).max(1_439);

/** The notifications that a person wants, and their times. */
export const notificationSettings = z.object({
  kinds: z.object({ signed: z.boolean(), rejected: z.boolean(), needsYou: z.boolean(), expiring: z.boolean() }),
  /** Minutes of the day. Notifications of this time come together at its end. Null: none. */
  quiet: z.object({ from: minuteOfDay, to: minuteOfDay }).nullable(),
  /** Leaves out names, for screens that others see. */
  hideNames: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
export type NotificationKind = keyof NotificationSettings['kinds'];
