const KILO = 1000;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function scaled(bytes: number, locale: string, per: '' | '-per-second'): string {
  const power = Math.min(units.length - 1, bytes < KILO ? 0 : Math.floor(Math.log10(bytes) / 3));
  const unit = units[power] ?? 'byte';
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: `${unit}${per}`,
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / KILO ** power);
}

export const sayBytes = (bytes: number, locale: string): string => scaled(bytes, locale, '');

export const saySpeed = (bytesPerSecond: number, locale: string): string =>
  scaled(bytesPerSecond, locale, '-per-second');

/** In full percent, and never 100 before the end: the last answer is still to come. */
export const shareOf = (bytes: number, total: number): number =>
  total <= 0 ? 0 : Math.min(99, Math.max(0, Math.floor((bytes / total) * 100)));
