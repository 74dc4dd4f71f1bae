import type { ContentKind } from '../intake/content.ts';

export const USUAL_PATTERN = '{date} {name} signed';

/** Short enough for a path on Windows, where a folder before it may take 200 characters. */
const LONGEST_STEM_BYTES = 120;

/** Names that Windows keeps for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:$|[. ])/i;

/** A name that every system takes: nothing in it leads to another folder, hides, or turns the direction of reading. */
export function safeStem(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/\s+/g, ' ');
  const bytes = Buffer.from(plain.trim());
  // A character that was cut in two is left out.
  const short = bytes
    .subarray(0, LONGEST_STEM_BYTES)
    .toString()
    .replace(/\ufffd+$/, '');
  // Windows drops dots and spaces at the end, and a dot at the beginning hides the file elsewhere.
  const trimmed = short.replace(/^[. ]+|[. ]+$/g, '');
  if (trimmed === '') return 'document';
  return reserved.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** The name without the ending that says what kind of file it is. */
export function withoutEnding(name: string): string {
  return name.replace(/\.(?:pdf|docx|xlsx)$/i, '');
}

/** The day in local time, so that the name agrees with the calendar on the wall. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export interface NamedDocument {
  readonly name: string;
  readonly completedAt: number;
  readonly kind: ContentKind;
}

/** The name of a saved copy by the pattern. `number` makes it another name when the first one is taken. */
export function copyName(pattern: string, { name, completedAt, kind }: NamedDocument, number = 1): string {
  const values: Readonly<Record<string, string>> = { date: dayOf(completedAt), name: withoutEnding(name) };
  const filled = pattern.replace(/\{(date|name)\}/g, (_whole, key: string) => values[key] ?? '');
  const stem = safeStem(filled);
  return `${number === 1 ? stem : `${stem} (${number})`}.${kind}`;
}
