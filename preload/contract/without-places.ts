import type { Choices } from './sending.ts';

/** Leaves out where people sign: a place belongs to the pages on which somebody chose it. */
export const withoutPlaces = (given: Choices): Choices => ({
  ...given,
  signees: given.signees.map(({ place: _place, ...one }) => one),
});
