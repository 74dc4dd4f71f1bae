import type { Failure } from './failure.ts';

/** The result of a call: its value, or a failure that says what happened and how certain that is. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
