import { createHash } from 'node:crypto';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { isDictionary, isList, isReference, isStream, type PdfValue } from '../pdf/pdf-value.ts';
import { writeValue } from './write-value.ts';

/** A default font of a form has a few dozen values. Larger ones count as different. */
const mostValues = 5_000;
const deepest = 100;

/**
 * Returns a text that is the same for values that mean the same in two files, whatever the numbers of their objects.
 * Null: the value is too large to say.
 */
export function fingerprint(file: PdfFile, from: PdfValue | undefined): string | null {
  const open: number[] = [];
  let values = 0;
  const write = (value: PdfValue, depth: number): string => {
    values += depth > deepest ? mostValues : 1;
    if (values > mostValues) return '';
    if (isReference(value)) {
      // A circle: say how many steps it leads back.
      const back = open.lastIndexOf(value.number);
      if (back >= 0) return `^${open.length - back}`;
      open.push(value.number);
      const text = write(file.resolve(value), depth + 1);
      open.pop();
      return text;
    }
    if (isList(value)) return `[${value.map((one) => write(one, depth + 1)).join(' ')}]`;
    if (isStream(value)) {
      const data = createHash('sha256').update(file.packed(value)).digest('hex');
      return `${write(new Map([...value.dictionary].filter(([name]) => name !== '/Length')), depth + 1)}${data}`;
    }
    if (!isDictionary(value)) return writeValue(value);
    const entries = [...value].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `<<${entries.map(([name, one]) => `${name} ${write(one, depth + 1)}`).join(' ')}>>`;
  };
  const text = write(from ?? null, 0);
  return values > mostValues ? null : text;
}
