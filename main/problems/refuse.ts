import type { Problem } from '../../preload/contract/problem.ts';

export const done = { ok: true } as const;

/** Returns the answer to a call that failed, with the sentence for the person. */
export const refuse = (key: Problem['key'], params: Problem['params'] = {}, details?: string) =>
  refuseWith({ key, params, ...(details === undefined ? {} : { details }) });

export const refuseWith = (problem: Problem) => ({ ok: false as const, problem });
