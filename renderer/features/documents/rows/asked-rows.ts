import { create } from 'zustand';
import type { Problem } from '../../../../preload/contract/problem.ts';
import type { RowSelection, SelectionSummary } from '../../../../preload/contract/selection.ts';
import type { SelectionAction } from '../../../../preload/contract/selection-choices.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';

/** Actions that main carries out. For reminders the window opens mails. */
export type ActedAction = Exclude<SelectionAction, 'remind'>;

/** An action about which a person has not decided yet, and what it would do. */
export interface AskedRows {
  readonly action: SelectionAction;
  /** The actions that one answer carries out, each on its own rows. */
  readonly parts: readonly ActedAction[];
  /** Why the action leaves other rows as they are. */
  readonly cannot: SelectionSummary['actions'][SelectionAction]['cannot'];
  readonly selection: RowSelection;
  readonly summary: SelectionSummary;
}

interface State {
  readonly asked: AskedRows | null;
  /** What the last answer did. */
  readonly told: readonly { readonly action: ActedAction; readonly count: number }[];
}

export const useAskedRows = create<State>(() => ({ asked: null, told: [] }));

export const closeQuestion = (): void => useAskedRows.setState({ asked: null });
export const forgetTold = (): void => useAskedRows.setState({ told: [] });

type Tell = (problem: Problem | null) => void;

/** Carries out the actions, each on the rows of its stamp. */
export async function act({ parts, selection, summary }: AskedRows, tell: Tell): Promise<void> {
  closeQuestion();
  const told: State['told'][number][] = [];
  let problem: Problem | null = null;
  for (const action of parts) {
    const { stamp } = summary.actions[action];
    // oxlint-disable-next-line no-await-in-loop -- a draft that is no longer sent could be deleted: delete first
    const acted = await ask(bridge().documents.act({ selection, action, stamp }));
    if (acted.count > 0) told.push({ action, count: acted.count });
    problem = acted.problem;
    if (problem !== null) break;
  }
  tell(problem);
  useAskedRows.setState({ told });
}

/** Deletes what is at the service and discards what was not sent. With neither, a person means to withdraw. */
function meaningOf(wanted: SelectionAction, { actions }: SelectionSummary) {
  const alone = (action: SelectionAction) => ({
    action,
    parts: action === 'remind' || actions[action].can === 0 ? [] : [action],
    cannot: actions[action].cannot,
  });
  if (wanted !== 'delete') return alone(wanted);
  const parts = (['delete', 'discard'] as const).filter((part) => actions[part].can > 0);
  const [action] = parts;
  if (action === undefined) return alone(actions.withdraw.can > 0 ? 'withdraw' : 'delete');
  return { action, parts, cannot: actions.delete.cannot.filter(({ why }) => why !== 'held') };
}

/** Asks before an action on rows: with how many it is possible, and why not with the others. */
export async function askRows(wanted: SelectionAction, selection: RowSelection, tell: Tell): Promise<void> {
  const summary = await ask(bridge().documents.selected({ selection }));
  const asked = { ...meaningOf(wanted, summary), selection, summary };
  // People can take it back, so we ask only when it is not possible with some.
  if ((wanted === 'archive' || wanted === 'unarchive') && asked.cannot.length === 0) await act(asked, tell);
  else useAskedRows.setState({ asked, told: [] });
}
