import type { Problem } from '../../../../preload/contract/problem.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';

/** Puts one row out of sight, or back into the list. Main refuses a row that has changed since. */
export async function archiveRow(key: string, action: 'archive' | 'unarchive'): Promise<Problem | null> {
  const selection = { keys: [key] };
  const { actions } = await ask(bridge().documents.selected({ selection }));
  const { stamp } = actions[action];
  return (await ask(bridge().documents.act({ selection, action, stamp }))).problem;
}
