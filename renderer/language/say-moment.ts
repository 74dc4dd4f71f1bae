const MINUTE = 60_000;
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** Writes the time of a moment, with the day if it is not today. */
export function sayMoment(at: number, language: string, now = Date.now()): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(language, sameDay ? time : { day: 'numeric', month: 'short', ...time }).format(at);
}

/** Writes day, year and time, for texts that may be read much later. */
export function sayDate(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', ...time }).format(at);
}

/** Rounds up to a full minute: a check announced for 14:45 must not be refused at 14:45:00. */
export function toFullMinute(at: number): number {
  return Math.ceil(at / MINUTE) * MINUTE;
}
