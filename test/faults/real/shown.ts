import type { DocumentEntry } from '../../../preload/contract/document.ts';
import type { CallName, Input, Output } from '../../../preload/contract/index.ts';
import type { ListQuery, ListRow } from '../../../preload/contract/list.ts';
import { wholeList } from '../../../preload/contract/list-choices.ts';
import type { State } from '../../../preload/contract/state.ts';
import type { SubmissionRow } from '../../../preload/contract/submission.ts';

/** The state with the rows of the list. */
export interface Shown extends State {
  readonly submissions: readonly SubmissionRow[];
  readonly documents: readonly DocumentEntry[];
}

interface Caller {
  call<N extends CallName>(name: N, input: Input<N>): Promise<Output<N>>;
}

/** All rows, as the window reads them: part after part. */
async function rowsOf(app: Caller, group: ListQuery['group']): Promise<readonly ListRow[]> {
  const rows: ListRow[] = [];
  for (;;) {
    const query = { query: { ...wholeList, group }, from: rows.length, count: 100 };
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ended
    const part: Output<'documents.rows'> = await app.call('documents.rows', query);
    rows.push(...part.rows);
    if (rows.length >= part.total || part.rows.length === 0) return rows;
  }
}

/** With candidates and comment, which the list leaves out. */
async function whole(app: Caller, row: ListRow): Promise<ListRow> {
  if (row.submission?.phase !== 'needs-you') return row;
  return (await app.call('documents.row', { key: row.key })).row ?? row;
}

export async function submissionsOf(app: Caller, group: ListQuery['group'] = 'all'): Promise<readonly SubmissionRow[]> {
  return (await rowsOf(app, group)).flatMap(({ submission }) => submission ?? []);
}

/** Everything that the window could show now. */
export async function shown(app: Caller): Promise<Shown> {
  const rows: ListRow[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one call after the other, as the window makes them
  for (const row of await rowsOf(app, 'all')) rows.push(await whole(app, row));
  const { state } = await app.call('state.get', undefined);
  return {
    ...state,
    submissions: rows.flatMap(({ submission }) => submission ?? []),
    documents: rows.flatMap(({ document }) => document ?? []),
  };
}
