import { lengths, limits } from '../../preload/contract/limits.ts';
import { cleaned } from '../../shared/people/read-addresses.ts';
import { readRows } from '../../shared/people/read-people-table.ts';
import { holdsVcard, readVcards } from '../../shared/people/read-vcards.ts';
import type { WrittenPerson } from '../../shared/people/written-person.ts';
import { readCells } from '../../shared/tables/read-cells.ts';
import { decodeText, separatorOf } from '../../shared/tables/table-text.ts';

export type PeopleFile =
  | { readonly kind: 'read'; readonly written: readonly WrittenPerson[] }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-many' };

/** Up to half of the rows may have no usable address. */
const maxRows = 2 * limits.peopleAtOnce;

function readText(text: string): PeopleFile {
  if (holdsVcard(text)) return unlessTooMany(readVcards(text).people);
  const rows = readCells(text, separatorOf(text));
  return rows.length > maxRows ? { kind: 'too-many' } : unlessTooMany(readRows(rows));
}

const unlessTooMany = (written: readonly WrittenPerson[]): PeopleFile =>
  written.length > maxRows ? { kind: 'too-many' } : { kind: 'read', written };

/** Reads people from a CSV or vCard file, in their order. Keeps entries without a valid address. */
export function readPeopleFile(content: Uint8Array): PeopleFile {
  const text = content.byteLength > lengths.peopleFile ? null : decodeText(content);
  return text === null ? { kind: 'unreadable' } : readText(cleaned(text));
}
