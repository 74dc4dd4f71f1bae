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

/** Documents that everyone has signed since the last news: their number, and one of them. */
export const signedNews = z.object({
  count: z.number().int(),
  id: z.string(),
  name: z.string(),
  /** The key of its row. */
  entry: z.string(),
  /** Whether its signed copy is on this computer. */
  saved: z.boolean(),
});
export type SignedNews = z.infer<typeof signedNews>;
