import { readSignees } from './signees.ts';

/** The address or name of each person in copy. The record of an observer is not documented, and may hold a secret address. */
export const readObservers = (value: unknown): string[] =>
  readSignees(value, undefined).map(({ email, name }) => email ?? name ?? '?');
