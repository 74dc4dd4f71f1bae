import { detailsOf } from '../files/error-code.ts';
import { refuse } from '../problems/refuse.ts';

/** Runs a write for a person. If the disk refuses it, returns the sentence that says so. */
export function storeOrExplain<T>(act: () => T): T | ReturnType<typeof refuse> {
  try {
    return act();
  } catch (error) {
    return refuse('not-recorded', {}, detailsOf(error));
  }
}
