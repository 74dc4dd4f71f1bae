import type { Problem } from '../../preload/contract/problem.ts';
import { detailsOf } from './fault.ts';

/** What a person asked for and the disk did not take is told to them. */
export function written<T>(act: () => T): T | { readonly ok: false; readonly problem: Problem } {
  try {
    return act();
  } catch (error) {
    return { ok: false, problem: { key: 'not-recorded', params: {}, details: detailsOf(error) } };
  }
}
