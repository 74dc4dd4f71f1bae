import type { Handlers } from '../../preload/contract/index.ts';
import type { RowSelection } from '../../preload/contract/selection.ts';
import type { List } from '../list/list.ts';
import { documentIdOf } from '../list/row-key.ts';
import type { WaitingList } from '../waiting/waiting-list.ts';

interface WaitingHandlersDeps {
  readonly waiting: WaitingList;
  readonly list: Pick<List, 'selections'>;
}

export function waitingHandlers({ waiting, list }: WaitingHandlersDeps) {
  async function documentsOf(selection: RowSelection): Promise<ReadonlySet<string>> {
    const rows = await list.selections.able(selection, 'remind');
    return new Set(rows.flatMap((row) => documentIdOf(row) ?? []));
  }
  const chosen = async (selection: RowSelection | null) => (selection === null ? null : documentsOf(selection));

  return {
    'waiting.view': (asked) => waiting.view(asked),
    'waiting.among': async ({ selection }) => waiting.among(await documentsOf(selection)),
    'waiting.reminder': async ({ key, language, selection }) =>
      waiting.reminder({ key, language, chosen: await chosen(selection) }),
    'waiting.remind': async ({ key, language, selection }) =>
      waiting.remind({ key, language, chosen: await chosen(selection) }),
    'waiting.resend': async ({ key, language, selection }) =>
      waiting.resend({ key, language, chosen: await chosen(selection) }),
  } satisfies Partial<Handlers>;
}
