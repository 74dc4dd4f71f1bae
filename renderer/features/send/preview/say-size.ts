const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** As people and their file managers say it: three digits at most. */
export function saySize(bytes: number, locale: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const options = { style: 'unit', unit: units[power] ?? 'byte', unitDisplay: power === 0 ? 'long' : 'short' } as const;
  return new Intl.NumberFormat(locale, { ...options, maximumSignificantDigits: 3 }).format(bytes / 1000 ** power);
}
