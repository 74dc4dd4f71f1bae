import type { Problem } from '../../preload/contract/problem.ts';
import { detailsOf } from './journal-fault.ts';

/** Runs a write for a person. If the disk refuses it, returns the sentence that says so. */
export function storeOrExplain<T>(act: () => T): T | { readonly ok: false; readonly problem: Problem } {
  try {
    return act();
  } catch (error) {
    return { ok: false, problem: { key: 'not-recorded', params: {}, details: detailsOf(error) } };
  }
}
