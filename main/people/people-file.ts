import { lengths } from '../../preload/contract/limits.ts';
import { cleaned } from '../../preload/contract/people/read-addresses.ts';
import { readCells } from '../../preload/contract/people/read-cells.ts';
import { readRows } from '../../preload/contract/people/read-table.ts';
import { holdsVcard, readVcards } from '../../preload/contract/people/read-vcards.ts';
import { decodeText, separatorOf } from '../../preload/contract/people/table-text.ts';
import type { WrittenPerson } from '../../preload/contract/people/written-person.ts';

const readText = (text: string): readonly WrittenPerson[] =>
  holdsVcard(text) ? readVcards(text).people : readRows(readCells(text, separatorOf(text)));

/** People from a CSV or vCard file, in its order, with what is no address too. Null when it is no such file. */
export function readPeopleFile(content: Uint8Array): readonly WrittenPerson[] | null {
  if (content.byteLength > lengths.peopleFile) return null;
  const text = decodeText(content);
  return text === null ? null : readText(cleaned(text));
}
