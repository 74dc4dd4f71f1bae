import { lengths, limits } from '../../preload/contract/limits.ts';
import type { PersonEntry } from '../../shared/people/person-entry.ts';
import { cleaned } from '../../shared/people/read-addresses.ts';
import { readRows } from '../../shared/people/read-people-table.ts';
import { holdsVcard, readVcards } from '../../shared/people/read-vcards.ts';
import { readCells } from '../../shared/tables/read-cells.ts';
import { decodeText, separatorOf } from '../../shared/tables/table-text.ts';

export type PeopleFile =
  | { readonly kind: 'read'; readonly entries: readonly PersonEntry[] }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-many' };

/** The most rows. Up to half of them may have no usable address. */
const maxRows = 2 * limits.peopleAtOnce;

function readText(text: string): PeopleFile {
  if (holdsVcard(text)) return unlessTooMany(readVcards(text).people);
  const rows = readCells(text, separatorOf(text));
  return rows.length > maxRows ? { kind: 'too-many' } : unlessTooMany(readRows(rows));
}

const unlessTooMany = (entries: readonly PersonEntry[]): PeopleFile =>
  entries.length > maxRows ? { kind: 'too-many' } : { kind: 'read', entries };

/** Reads people from a CSV or vCard file, in their order. Keeps entries without a valid address. */
export function readPeopleFile(content: Uint8Array): PeopleFile {
  const text = content.byteLength > lengths.peopleFile ? null : decodeText(content);
  return text === null ? { kind: 'unreadable' } : readText(cleaned(text));
}
