import { lengths } from '../../../preload/contract/limits.ts';
import type { Choices } from '../../../preload/contract/sending.ts';
import { withoutPlaces } from '../../../preload/contract/without-places.ts';
import { toAddress } from '../../../shared/people/address.ts';
import type { RowParts } from './read-row.ts';
import { toGroups } from './signing-order.ts';

type Signees = Choices['signees'];

function orders({ order }: RowParts, signees: Signees): readonly (number | null)[] {
  switch (order.kind) {
    case 'any':
      return signees.map(() => null);
    case 'in-order':
      return signees.map((_one, at) => at);
    case 'steps':
      return toGroups(order.steps);
    default:
      return signees.map((one) => one.order);
  }
}

/** Computes the choices for a row: those of its profile, changed by the row's own cells. */
export function choicesOfRow(row: RowParts, note: string, base: Choices): Choices {
  // Keep the profile's «any order», unless the row says otherwise.
  const loose = base.signees.length > 0 && base.signees.every(({ order }) => order === null);
  const named: Signees = row.people.map(({ email, name }, at) => ({
    email: toAddress(email),
    name: name.trim().slice(0, lengths.name),
    comment: '',
    order: loose ? null : at,
  }));
  const signees = named.length > 0 ? named : withoutPlaces(base).signees;
  const order = orders(row, signees);
  const comment = note.trim();
  return {
    ...base,
    signees: signees.map((one, at) => ({
      ...one,
      comment: comment === '' ? one.comment : comment,
      order: order[at] ?? null,
    })),
  };
}
