import type { NotificationSettings } from '../../preload/contract/notifications.ts';

type QuietHours = NonNullable<NotificationSettings['quiet']>;

const minuteOf = (date: Date) => date.getHours() * 60 + date.getMinutes();

/**
 * Tells whether it is within the quiet hours, which may last over midnight. The same hour twice means no quiet hours.
 */
export function isQuiet({ from, to }: QuietHours, now: number): boolean {
  const minute = minuteOf(new Date(now));
  return from <= to ? from <= minute && minute < to : from <= minute || minute < to;
}

/** Returns the next end of the quiet hours, in local time. */
export function quietEnd({ to }: QuietHours, now: number): number {
  const end = new Date(now);
  end.setHours(Math.floor(to / 60), to % 60, 0, 0);
  if (end.getTime() <= now) end.setDate(end.getDate() + 1);
  return end.getTime();
}

/** Returns when the quiet hours of this moment end, or null outside of them. */
export const endOfQuiet = (quiet: QuietHours | null, now: number): number | null =>
  quiet !== null && isQuiet(quiet, now) ? quietEnd(quiet, now) : null;
