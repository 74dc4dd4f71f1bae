/** Returns the month of the calendar as `2026-05`, which also sorts well. */
export function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

const firstDay = (month: string, ahead = 0): Date => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1 + ahead, 1);
};

export const monthAfter = (month: string, ahead: number): string => monthOf(firstDay(month, ahead).getTime());

/** Says a month as a heading: with a capital, also in languages that write months without one. */
export function sayMonth(month: string, locale: string): string {
  const said = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(firstDay(month));
  return said.charAt(0).toLocaleUpperCase(locale) + said.slice(1);
}

/** Returns the days of a month, from the first. */
export function daysOfMonth(month: string) {
  const first = firstDay(month);
  const count = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return Array.from({ length: count }, (_none, index) => {
    const date = new Date(first.getFullYear(), first.getMonth(), index + 1);
    const weekday = date.getDay();
    return { at: date.getTime(), day: index + 1, isWeekend: weekday === 0 || weekday === 6, isMonday: weekday === 1 };
  });
}
