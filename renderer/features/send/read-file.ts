import { ask, bridge } from '../../bridge/bridge.ts';
import type { ReadRange } from './preview/read-pieces.ts';

/** Reads pieces of a file that was handed over. */
export const readFile =
  (id: string): ReadRange =>
  async (from, to) => {
    const answer = await ask(bridge().files.read({ id, from, to }));
    if (!answer.ok) throw new Error(answer.problem.key);
    return answer.bytes;
  };
