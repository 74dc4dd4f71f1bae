const MINUTE = 60_000;

/** A moment as people say it: the time for today, the day besides for any other. */
export function sayMoment(at: number, language: string, now = Date.now()): string {
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(language, sameDay ? time : { day: 'numeric', month: 'short', ...time }).format(at);
}

/** The next full minute: a check said to be possible at 14:45 must not be refused then. */
export function toFullMinute(at: number): number {
  return Math.ceil(at / MINUTE) * MINUTE;
}
