import type { Connection } from '../../../preload/contract/connection.ts';
import { isLeftPractice, practiceConnectionId } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { setConnecting } from './connecting.ts';

export const isPractice = ({ id }: Pick<Connection, 'id'>): boolean => id === practiceConnectionId;

/** Returns the connections that a person has now. */
export const presentConnections = ({ connections, active }: Pick<State, 'connections' | 'active'>) =>
  connections.filter((one) => !isLeftPractice(one) || one.id === active);

/** Makes an account at the practice service and goes to the check. Returns the problem, or null. */
export async function startPractice(): Promise<Problem | null> {
  const answer = await ask(bridge().practice.begin());
  if (!answer.ok) return answer.problem;
  setConnecting({ connectionId: answer.connectionId, step: 'test', problem: null });
  return null;
}
