const MINUTE = 60_000;
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** A moment as people say it: the time for today, the day besides for any other. */
export function sayMoment(at: number, language: string, now = Date.now()): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(language, sameDay ? time : { day: 'numeric', month: 'short', ...time }).format(at);
}

/** A moment that may be read much later: always with its day and year. */
export function sayDate(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', ...time }).format(at);
}

/** The next full minute: a check said to be possible at 14:45 must not be refused then. */
export function toFullMinute(at: number): number {
  return Math.ceil(at / MINUTE) * MINUTE;
}
