import { create } from 'zustand';
import type { Problem } from '../../../../preload/contract/problem.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';

const TOLD_MS = 10_000;

interface LastDone {
  readonly key: string | null;
  readonly name: string;
  /** The person had time to read it. */
  readonly isTold: boolean;
}

/** The row that was put out of sight last, for Undo. */
export const useLastDone = create<LastDone>(() => ({ key: null, name: '', isTold: false }));

let telling: ReturnType<typeof setTimeout>;

function remember(key: string, name: string): void {
  clearTimeout(telling);
  useLastDone.setState({ key, name, isTold: false });
  telling = setTimeout(() => useLastDone.setState({ isTold: true }), TOLD_MS);
}

export const forgetLastDone = (): void => useLastDone.setState({ key: null });

/** Puts one row out of sight, or back into the list. Main refuses a row that has changed since. */
export async function archiveRow(key: string, action: 'archive' | 'unarchive', name = ''): Promise<Problem | null> {
  const selection = { keys: [key] };
  const { actions } = await ask(bridge().documents.selected({ selection }));
  const { stamp } = actions[action];
  const { count, problem } = await ask(bridge().documents.act({ selection, action, stamp }));
  // The row could not go any more when its stamp was asked for. One that is back already is where Undo wants it.
  if (problem === null && count === 0 && action === 'archive') return { key: 'selection-changed', params: {} };
  if (problem === null && action === 'archive') remember(key, name);
  else if (problem === null) forgetLastDone();
  return problem;
}
