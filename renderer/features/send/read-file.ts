import { ask, bridge } from '../../bridge/bridge.ts';
import type { ReadRange } from './preview/read-pieces.ts';

/** Reads a range of an added file through main. */
export const readFile =
  (id: string): ReadRange =>
  async (from, to) => {
    const answer = await ask(bridge().files.read({ id, from, to }));
    if (!answer.ok) throw new Error(answer.problem.key);
    return answer.bytes;
  };
