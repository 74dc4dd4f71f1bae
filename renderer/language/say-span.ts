const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Width = 'short' | 'long';

/** Says how long something lasts already, in its largest full unit: 9 days, 2 hours, 5 minutes. */
export function saySpan(from: number, now: number, locale: string, unitDisplay: Width = 'short'): string {
  const span = Math.max(MINUTE, now - from);
  const [unit, length] =
    span < HOUR ? (['minute', MINUTE] as const) : span < DAY ? (['hour', HOUR] as const) : (['day', DAY] as const);
  // A day is a word everywhere: its short forms (Tg., j, gg) are rare.
  const display = unit === 'day' ? 'long' : unitDisplay;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: display }).format(Math.floor(span / length));
}

/** Counts days of the calendar: from 23:00 to 01:00 is one. A day with a change of the clock counts as one. */
export const daysUntil = (at: number, now: number): number =>
  Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / DAY);

/** Writes today, tomorrow, in 3 days. Words for two days (übermorgen) are longer than the number, and rarer. */
export function sayDaysUntil(at: number, now: number, locale: string): string {
  const days = daysUntil(at, now);
  const numeric = Math.abs(days) > 1 ? 'always' : 'auto';
  return new Intl.RelativeTimeFormat(locale, { numeric }).format(days, 'day');
}

/**
 * Writes today, yesterday, 3 days ago. What happened after the window last read its clock happened today, not tomorrow.
 */
export const sayDayPast = (at: number, now: number, locale: string): string =>
  sayDaysUntil(Math.min(at, now), now, locale);

/** Writes a day with its year. */
export function sayDay(at: number, locale: string): string {
  const said = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at);
  // The first of a month has a number of its own in French, which the system does not write.
  return locale.startsWith('fr') ? said.replace(/^1(?=\s)/u, '1er') : said;
}
