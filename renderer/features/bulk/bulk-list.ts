import type { Problem } from '../../../preload/contract/problem.ts';
import { onOneLine } from '../../../shared/tables/read-cells.ts';
import { guessRoles, hasHeading, type Role, type Row } from './columns.ts';

export const cellNames = ['file', 'signees', 'order', 'note', 'profile'] as const;
export type CellName = (typeof cellNames)[number];
export type Cells = Readonly<Record<CellName, string>>;

export interface BulkRow {
  /** The row's position in the original list; 0 may be the heading. */
  readonly at: number;
  readonly source: Row;
  /** Cells that the person changed. */
  readonly edits: Partial<Cells>;
  readonly cells: Cells;
  readonly skipped: boolean;
  /** To send it although the same was sent before, or is in the list twice: the earlier submission, as far as there is one. */
  readonly again: { readonly before: string | null } | null;
  /** The reason why main refused it. */
  readonly refusal: Problem | null;
}

export interface BulkList {
  readonly first: Row;
  readonly headed: boolean;
  readonly roles: readonly Role[];
  readonly rows: readonly BulkRow[];
  /** Number of rows already sent. */
  readonly taken: number;
}

/** Reads the cells of a row. A note keeps its line ends, all other cells become one line. */
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
  again: null,
  refusal: null,
});

export function newList(source: readonly Row[]): BulkList {
  const headed = hasHeading(source);
  const roles = guessRoles(source, headed);
  const rows = source.map((row, at) => newRow(at, row, roles)).slice(headed ? 1 : 0);
  return { first: source[0] ?? [], headed, roles, rows, taken: 0 };
}

/** Returns the number shown for a row. The first row after the heading is 1. */
export const numberOf = ({ headed }: Pick<BulkList, 'headed'>, { at }: Pick<BulkRow, 'at'>): number =>
  headed ? at : at + 1;

/** Reads the cells again by the new columns. Changes of the person stay. */
export function withRoles(list: BulkList, roles: readonly Role[]): BulkList {
  const rows = list.rows.map((row) => ({ ...row, cells: { ...cellsOf(row.source, roles), ...row.edits } }));
  return { ...list, roles, rows };
}

/** Takes the first line as heading, or as a row. */
export function withHeaded(list: BulkList, headed: boolean): BulkList {
  if (headed === list.headed) return list;
  const others = list.rows.filter(({ at }) => at > 0);
  return { ...list, headed, rows: headed ? others : [newRow(0, list.first, list.roles), ...others] };
}

export function withRow(list: BulkList, at: number, change: (row: BulkRow) => Partial<BulkRow>): BulkList {
  return { ...list, rows: list.rows.map((row) => (row.at === at ? { ...row, ...change(row) } : row)) };
}

/** Changes a cell and clears the refusal, which may no longer be true. */
export const withCell = (list: BulkList, at: number, name: CellName, text: string): BulkList =>
  withRow(list, at, ({ edits, cells }) => ({
    edits: { ...edits, [name]: text },
    cells: { ...cells, [name]: text },
    refusal: null,
    again: null,
  }));

export const withSkipped = (list: BulkList, ats: ReadonlySet<number>, skipped: boolean): BulkList => ({
  ...list,
  rows: list.rows.map((row) => (ats.has(row.at) ? { ...row, skipped } : row)),
});

export const withoutRefusals = (list: BulkList): BulkList => ({
  ...list,
  rows: list.rows.map((row) => ({ ...row, refusal: null })),
});

export function withoutRows(list: BulkList, ats: ReadonlySet<number>): BulkList {
  const rows = list.rows.filter(({ at }) => !ats.has(at));
  return { ...list, rows, taken: list.taken + list.rows.length - rows.length };
}
