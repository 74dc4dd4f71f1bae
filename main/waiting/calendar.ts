export interface CalendarDay {
  /** The id, which stays the same for the same deadline: a calendar replaces its entry. */
  readonly uid: string;
  /** Any moment of the day, in local time. */
  readonly at: number;
  readonly summary: string;
  readonly description: string;
}

const MINUTE_MS = 60_000;
/** Octets of a line, without its end (RFC 5545, 3.1). */
const LONGEST_LINE = 75;

const two = (number: number) => String(number).padStart(2, '0');

function dateOf(at: number, days = 0): string {
  const day = new Date(at);
  const date = new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
  return `${String(date.getFullYear()).padStart(4, '0')}${two(date.getMonth() + 1)}${two(date.getDate())}`;
}

const momentOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

/** Escapes a document's name, which may come from anywhere. It must not end the line or begin another property. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\p{Cc}\p{Cs}]/gu, (character) => (character === '\n' ? '\n' : ''))
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', String.raw`\n`);
}

/** Divides a long line between characters. Each further part begins with a space, which counts. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LONGEST_LINE) {
      parts.push(part);
      part = '';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}

/** Writes all-day entries as an iCalendar file. Nobody is invited, and the days count as free. */
export function calendarText(days: readonly CalendarDay[], now: number): string {
  const lines = days.flatMap(({ uid, at, summary, description }) => [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${momentOf(now)}`,
    // A newer file wins over what was imported before. Seconds would not fit into the 31 bits after 2038.
    `SEQUENCE:${Math.floor(now / MINUTE_MS)}`,
    `DTSTART;VALUE=DATE:${dateOf(at)}`,
    `DTEND;VALUE=DATE:${dateOf(at, 1)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Countersign//Deadlines//EN',
    'METHOD:PUBLISH',
    ...lines,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}
