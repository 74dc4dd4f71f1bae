import { create } from 'zustand';
import type { Problem } from '../../../../preload/contract/problem.ts';
import type { RowSelection, SelectionSummary } from '../../../../preload/contract/selection.ts';
import type { SelectionAction } from '../../../../preload/contract/selection-choices.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';

/** An action about which a person has not decided yet, and what it would do. */
export interface AskedRows {
  readonly action: SelectionAction;
  readonly selection: RowSelection;
  readonly summary: SelectionSummary;
}

/** Actions that main carries out. For reminders the window opens mails. */
export type ActedAction = Exclude<SelectionAction, 'remind'>;

interface State {
  readonly asked: AskedRows | null;
  /** The last action. */
  readonly told: { readonly action: ActedAction; readonly count: number } | null;
}

export const useAskedRows = create<State>(() => ({ asked: null, told: null }));

export const closeQuestion = (): void => useAskedRows.setState({ asked: null });
export const forgetTold = (): void => useAskedRows.setState({ told: null });

type Tell = (problem: Problem | null) => void;

/** Carries out an action on the rows of the stamp. */
export async function act(action: ActedAction, selection: RowSelection, stamp: string, tell: Tell): Promise<void> {
  closeQuestion();
  const { count, problem } = await ask(bridge().documents.act({ selection, action, stamp }));
  tell(problem);
  useAskedRows.setState({ told: count === 0 ? null : { action, count } });
}

/** The actions that the key Del tries in turn: with rows that cannot be deleted, a person means one of the others. */
const removals = ['delete', 'discard', 'withdraw'] as const;

/** Asks before an action on rows: with how many it is possible, and why not with the others. */
export async function askRows(wanted: SelectionAction | 'remove', selection: RowSelection, tell: Tell): Promise<void> {
  const summary = await ask(bridge().documents.selected({ selection }));
  const { actions } = summary;
  const action = wanted === 'remove' ? (removals.find((one) => actions[one].can > 0) ?? 'delete') : wanted;
  const { cannot, stamp } = actions[action];
  // People can take it back, so we ask only when it is not possible with some.
  if ((action === 'archive' || action === 'unarchive') && cannot.length === 0)
    await act(action, selection, stamp, tell);
  else useAskedRows.setState({ asked: { action, selection, summary }, told: null });
}
