const KILO = 1000;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function say(amount: number, locale: string, per: '' | '-per-second', style: Intl.NumberFormatOptions): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, amount)) / 3));
  // In its short form a byte has no plural: 999 byte.
  const unitDisplay = per === '' && power === 0 ? 'long' : 'short';
  const unit = `${units[power] ?? 'byte'}${per}`;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, ...style }).format(amount / KILO ** power);
}

export const saySize = (bytes: number, locale: string): string =>
  say(bytes, locale, '', { maximumSignificantDigits: 3 });

export const saySpeed = (bytesPerSecond: number, locale: string): string =>
  say(bytesPerSecond, locale, '-per-second', { maximumFractionDigits: bytesPerSecond < KILO ** 2 ? 0 : 1 });

/** Returns full percent, at most 99: the last answer of the service is still to come. */
export const shareOf = (bytes: number, total: number): number =>
  total <= 0 ? 0 : Math.min(99, Math.max(0, Math.floor((bytes / total) * 100)));
