import type { Failure } from './failure.ts';

/** What a call came to: its value, or a failure that says what happened and how sure that is. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
