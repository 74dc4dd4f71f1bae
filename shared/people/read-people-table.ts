import { onOneLine, type Row, readCells } from '../tables/read-cells.ts';
import type { PersonEntry } from './person-entry.ts';
import { cleaned, readAddresses } from './read-addresses.ts';

/** Usual headings of such columns in the four languages. */
const headings = {
  email:
    /^(?:e-?mails?|mail|e-?mail.?adress[en]*|(?:e-?)?mail.?address|adresse|address|indirizzo|courriel|adresse.*mail|indirizzo.*mail|.*e-?mail.*)$/i,
  first: /^(?:first.?name|given.?name|vorname|prénom|prenom|nome)$/i,
  last: /^(?:last.?name|sur.?name|family.?name|nachname|familienname|nom|nom de famille|cognome)$/i,
  name: /^(?:(?:full |display )?name|vor- und nachname|nom complet|nom et prénom|nome e cognome|person|contact|kontakt|signee|unterzeichner.*|signataire|firmatario)$/i,
  note: /^(?:notes?|comments?|message|notiz(?:en)?|bemerkung(?:en)?|kommentar|nachricht|remarques?|commentaires?|nota|note|commenti?|osservazioni|messaggio)$/i,
} as const;
type Heading = keyof typeof headings;

const longestHeading = 60;

function headingOf(cell: string): Heading | null {
  if (cell.length > longestHeading) return null;
  for (const heading of ['email', 'first', 'last', 'name', 'note'] as const)
    if (headings[heading].test(cell)) return heading;
  return null;
}

/** Counts for each column the rows whose cell matches. */
function count(rows: readonly Row[], is: (cell: string) => boolean): readonly number[] {
  const counts: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) counts[column] = (counts[column] ?? 0) + (is(cell) ? 1 : 0);
  return counts;
}

const holdsAddress = (cell: string) => cell.includes('@');
const isText = (cell: string) => /\p{L}/u.test(cell) && !holdsAddress(cell);

/** Finds the column with the most addresses; -1 for none. */
function addressColumn(rows: readonly Row[]): number {
  const counts = count(rows, holdsAddress);
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  return most === 0 ? -1 : counts.indexOf(most);
}

interface Plan {
  readonly email: number;
  /** The column of the name, or the columns of first and last name. */
  readonly name: readonly number[];
  readonly note: number;
}

function planByHeadings(header: Row, email: number): Plan {
  const found = header.map((cell, column) => (column === email ? null : headingOf(cell)));
  const at = (heading: Heading) => found.indexOf(heading);
  const whole = at('name');
  const parts = [at('first'), at('last')].filter((column) => column >= 0);
  return { email, name: whole >= 0 ? [whole] : parts, note: at('note') };
}

/**
 * Guesses columns without headings: a second column is the name. Of two further columns, single words are first and
 * last name, else name and note.
 */
function planByContents(rows: readonly Row[], email: number): Plan {
  const texts = count(rows, isText).flatMap((times, column) =>
    column !== email && times * 2 >= rows.length ? [column] : [],
  );
  const [one, two, three = -1] = texts;
  if (one === undefined) return { email, name: [], note: -1 };
  if (two === undefined) return { email, name: [one], note: -1 };
  const single = rows.every((row) => !row[one]?.includes(' ') && (row[two] ?? '').split(' ').length <= 2);
  return single ? { email, name: [one, two], note: three } : { email, name: [one], note: two };
}

function readRow(row: Row, written: Row, { email, name, note }: Plan): readonly PersonEntry[] {
  const said = {
    name: name
      .map((column) => row[column] ?? '')
      .filter(Boolean)
      .join(' '),
    note: written[note] ?? '',
  };
  const cell = row[email] ?? '';
  const found = readAddresses(holdsAddress(cell) ? cell : (row.find(holdsAddress) ?? cell));
  if (found.length > 0)
    return found.map(({ email: address, name: who }) =>
      // With a column for names, words in the address column are a wrong address.
      address === '' && said.name !== ''
        ? { ...said, email: who }
        : { ...said, email: address, name: who || said.name },
    );
  // Keep a row without an address: the person must see it.
  return [{ ...said, email: said.name === '' && said.note === '' ? row.filter(Boolean).join(' ') : '' }];
}

export const readTable = (text: string): readonly PersonEntry[] => readRows(readCells(cleaned(text)));

/** Reads people from rows of cells. A note keeps its line ends, all other cells become one line. */
export function readRows(written: readonly Row[]): readonly PersonEntry[] {
  const rows = written.map((row) => row.map(onOneLine));
  const [header = []] = rows;
  const email = addressColumn(rows);
  if (email < 0) return rows.flatMap((row) => readAddresses(row.filter(Boolean).join(' ')));
  const titled = !header.some(holdsAddress) && header.some((cell) => headingOf(cell) !== null);
  const plan = titled ? planByHeadings(header, email) : planByContents(rows, email);
  return rows.flatMap((row, at) => (titled && at === 0 ? [] : readRow(row, written[at] ?? row, plan)));
}
