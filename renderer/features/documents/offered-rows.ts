import type { TFunction } from 'i18next';
import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectionAction } from '../../../preload/contract/selection-choices.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { type RowAction, useRowActions } from '../../store/row-actions.ts';
import { shownName } from '../../ui/shown-name.ts';
import { TellRefusal } from '../../ui/tell-refusal.ts';
import { type Entry, isWaiting, nameOf, speakingDocument } from './entry/entry.ts';
import { archiveRow } from './rows/archive-row.ts';
import { askRows } from './rows/asked-rows.ts';
import { useListQuery } from './rows/list-query.ts';
import { countOf, isEmpty, toSelection, useSelection } from './rows/selection.ts';
import { useServedRows } from './rows/served-rows.ts';

const inList = ['save', 'remind', 'archive', 'withdraw', 'delete'] as const;
const withReady = ['send', 'discard', ...inList] as const;
const inArchive = ['save', 'unarchive', 'delete'] as const;

/** Returns the actions for several rows, in their order. */
export function useSelectionActions(): readonly SelectionAction[] {
  const isArchive = useListQuery(({ group }) => group === 'archive');
  const hasReady = useServedRows((served) => served.groups.some(({ group }) => group === 'ready'));
  if (isArchive) return inArchive;
  return hasReady ? withReady : inList;
}

/** Returns the words of an action. Those that people can take back do not ask first. */
export const sayAction = (action: SelectionAction, t: TFunction): string =>
  `${t(`selection.action.${action}`)}${action === 'archive' || action === 'unarchive' ? '' : '…'}`;

/** Returns what can be done with one row, as far as the list knows. */
function actionsFor(entry: Entry): readonly SelectionAction[] {
  const { submission, group, canArchive } = entry;
  const document = speakingDocument(entry);
  const isHeld = submission?.phase === 'held';
  const takes = (kind: 'withdraw' | 'delete') =>
    submission?.commands.includes(kind) === true || document?.orders.includes(kind) === true;
  const possible: Readonly<Record<SelectionAction, boolean>> = {
    send: isHeld,
    discard: isHeld,
    // It would save the copy again: the details say when this is needed.
    save: false,
    remind: document !== null && isWaiting(document),
    archive: canArchive && group !== 'archive',
    unarchive: group === 'archive',
    withdraw: takes('withdraw'),
    delete: isHeld || takes('delete'),
  };
  return [...withReady, 'unarchive' as const].filter((action) => possible[action]);
}

/** Returns what the palette can do with the chosen rows, or else with the row of the keyboard. */
function useOffer(rowKey: string | null) {
  const { t } = useTranslation();
  const tell = use(TellRefusal);
  const chosen = useSelection();
  const total = useServedRows((served) => served.total);
  const entry = useServedRows(({ rows }) => (rowKey === null ? undefined : rows.get(rowKey)?.row));
  const several = useSelectionActions();
  const offer = (action: SelectionAction, act: () => Promise<unknown>): RowAction => ({
    id: action,
    label: sayAction(action, t),
    act: () => void act(),
  });
  if (!isEmpty(chosen)) {
    const actions = several.map((action) => offer(action, () => askRows(action, toSelection(chosen), tell)));
    return { name: t('selection.count', { count: countOf(chosen, total) }), actions, areChosen: true };
  }
  if (entry === undefined) return null;
  const { key } = entry;
  const name = nameOf(entry);
  const document = speakingDocument(entry);
  const openCopy = async (id: string, how: 'open' | 'show') => {
    const answer = await ask(bridge().documents.openCopy({ id, how }));
    tell(answer.ok ? null : answer.problem);
  };
  const copy = (['open', 'show'] as const).map((how) => ({
    id: `copy ${how}`,
    label: t(`copy.${how}`),
    act: () => document && void openCopy(document.id, how),
  }));
  const others = actionsFor(entry).map((action) =>
    offer(action, async () =>
      action === 'archive' || action === 'unarchive'
        ? tell(await archiveRow(key, action, name))
        : askRows(action, { keys: [key] }, tell),
    ),
  );
  return { name: shownName(name), actions: [...(document?.saved ? copy : []), ...others], areChosen: false };
}

/** Offers in the palette what can be done with the chosen rows, or else with the row of the keyboard. */
export function OfferedRows({ rowKey }: { readonly rowKey: string | null }) {
  const offer = useOffer(rowKey);
  // Each rendering makes new actions, and only the palette reads them.
  useEffect(() => useRowActions.setState({ list: offer }));
  useEffect(() => () => useRowActions.setState({ list: null }), []);
  return null;
}
