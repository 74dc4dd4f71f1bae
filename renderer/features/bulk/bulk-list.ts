import type { Problem } from '../../../preload/contract/problem.ts';
import { onOneLine } from '../../../shared/tables/read-cells.ts';
import { guessRoles, hasHeading, type Role, type Row } from './columns.ts';

export const cellNames = ['file', 'signees', 'order', 'note', 'profile'] as const;
export type CellName = (typeof cellNames)[number];
export type Cells = Readonly<Record<CellName, string>>;

export interface BulkRow {
  /** Its place in the list as it came; 0 is a line that may name the columns. */
  readonly at: number;
  readonly source: Row;
  /** What was typed here, in place of what the list says. */
  readonly edits: Partial<Cells>;
  readonly cells: Cells;
  readonly skipped: boolean;
  /** It is to go although the same went before. */
  readonly again: boolean;
  /** Why it was not taken when it was handed over. */
  readonly refusal: Problem | null;
}

export interface BulkList {
  readonly first: Row;
  readonly headed: boolean;
  readonly roles: readonly Role[];
  readonly rows: readonly BulkRow[];
  /** How many of its rows are documents now. */
  readonly taken: number;
}

/** A note keeps its ends of lines; everything else is on one line. */
function cellsOf(source: Row, roles: readonly Role[]): Cells {
  const of = (role: Role) => source.filter((cell, column) => roles[column] === role && cell !== '');
  const one = (role: Role) => of(role)[0] ?? '';
  return {
    file: onOneLine(one('file')),
    signees: of('signee').map(onOneLine).join('; '),
    order: onOneLine(one('order')),
    note: one('note'),
    profile: onOneLine(one('profile')),
  };
}

const newRow = (at: number, source: Row, roles: readonly Role[]): BulkRow => ({
  at,
  source,
  edits: {},
  cells: cellsOf(source, roles),
  skipped: false,
  again: false,
  refusal: null,
});

export function newList(source: readonly Row[]): BulkList {
  const headed = hasHeading(source);
  const roles = guessRoles(source, headed);
  const rows = source.map((row, at) => newRow(at, row, roles)).slice(headed ? 1 : 0);
  return { first: source[0] ?? [], headed, roles, rows, taken: 0 };
}

/** How a row is called: the first one after the names of the columns is 1. */
export const numberOf = ({ headed }: Pick<BulkList, 'headed'>, { at }: Pick<BulkRow, 'at'>): number =>
  headed ? at : at + 1;

/** What was typed stays; everything else is read anew. */
export function withRoles(list: BulkList, roles: readonly Role[]): BulkList {
  const rows = list.rows.map((row) => ({ ...row, cells: { ...cellsOf(row.source, roles), ...row.edits } }));
  return { ...list, roles, rows };
}

/** Whether the first line names the columns, or is a row like any other. */
export function withHeaded(list: BulkList, headed: boolean): BulkList {
  if (headed === list.headed) return list;
  const others = list.rows.filter(({ at }) => at > 0);
  return { ...list, headed, rows: headed ? others : [newRow(0, list.first, list.roles), ...others] };
}

export function withRow(list: BulkList, at: number, change: (row: BulkRow) => Partial<BulkRow>): BulkList {
  return { ...list, rows: list.rows.map((row) => (row.at === at ? { ...row, ...change(row) } : row)) };
}

/** Something else in a row: what was said against it before may no longer hold. */
export const withCell = (list: BulkList, at: number, name: CellName, text: string): BulkList =>
  withRow(list, at, ({ edits, cells }) => ({
    edits: { ...edits, [name]: text },
    cells: { ...cells, [name]: text },
    refusal: null,
    again: false,
  }));

export const withSkipped = (list: BulkList, ats: ReadonlySet<number>, skipped: boolean): BulkList => ({
  ...list,
  rows: list.rows.map((row) => (ats.has(row.at) ? { ...row, skipped } : row)),
});

export function withoutRows(list: BulkList, ats: ReadonlySet<number>): BulkList {
  const rows = list.rows.filter(({ at }) => !ats.has(at));
  return { ...list, rows, taken: list.taken + list.rows.length - rows.length };
}
