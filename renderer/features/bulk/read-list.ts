import { lengths, limits } from '../../../preload/contract/limits.ts';
import { cleaned } from '../../../shared/people/read-addresses.ts';
import { readCells, type Separator } from '../../../shared/tables/read-cells.ts';
import { decodeText, separatorOf } from '../../../shared/tables/table-text.ts';
import { withoutApostrophe } from '../../../shared/tables/write-table.ts';
import type { Row } from './columns.ts';

export type ReadList =
  | { readonly kind: 'read'; readonly rows: readonly Row[] }
  | { readonly kind: 'no-text' | 'empty' }
  | { readonly kind: 'too-many'; readonly count: number };

/** A first line like `sep=;` names the separator, as spreadsheets write it. */
const separatorLine = /^sep=([\t;,])(?:\r\n|\r|\n)/i;
const isSeparator = (sign: string | undefined): sign is Separator => sign === '\t' || sign === ';' || sign === ',';

/** Reads the rows of a pasted or saved list. */
export function readListText(given: string): ReadList {
  if (given.length > lengths.peopleFile) return { kind: 'no-text' };
  const text = cleaned(given);
  const [line = '', sign] = separatorLine.exec(text) ?? [];
  const body = text.slice(line.length);
  const separator = isSeparator(sign) ? sign : separatorOf(body);
  const rows = readCells(body, separator).map((row) => row.map(withoutApostrophe));
  if (rows.length === 0) return { kind: 'empty' };
  // One more for the heading.
  if (rows.length > limits.filesAtOnce + 1) return { kind: 'too-many', count: rows.length };
  if (rows.some((row) => row.length > lengths.listColumns)) return { kind: 'no-text' };
  return { kind: 'read', rows };
}

export function readListBytes(bytes: Uint8Array): ReadList {
  if (bytes.byteLength > lengths.peopleFile) return { kind: 'no-text' };
  const text = decodeText(bytes);
  return text === null ? { kind: 'no-text' } : readListText(text);
}
