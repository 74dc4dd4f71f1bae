import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

/** Lets a person choose where signed copies go. Returns why the folder was refused. */
export async function changeFolder(connectionId: string): Promise<Problem | null> {
  const answer = await ask(bridge().account.chooseFolder({ connectionId }));
  return answer.ok ? null : answer.problem;
}
