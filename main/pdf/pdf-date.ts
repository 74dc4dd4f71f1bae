const shape = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?/;

/** Reads a date such as `D:20261126140000+01'00'`. Null: it is none, or has no zone, so it could be half a day off. */
export function readPdfDate(text: string): string | null {
  const found = shape.exec(text);
  if (found === null) return null;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    zulu,
    sign,
    hours,
    minutes = '00',
  ] = found;
  if (zulu === undefined && sign === undefined) return null;
  const zone = zulu === undefined ? `${sign}${hours}:${minutes}` : 'Z';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
