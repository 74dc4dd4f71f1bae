import { checkAddress, toAddress } from '../../../preload/contract/people/address.ts';
import { readAddresses } from '../../../preload/contract/people/read-addresses.ts';
import type { WrittenPerson } from '../../../preload/contract/people/written-person.ts';
import type { AddressProblem } from '../../../preload/contract/person.ts';
import type { Cells } from './list.ts';
import { type OrderWish, readOrder } from './order.ts';

export interface RowPeople {
  readonly people: readonly WrittenPerson[];
  /** Who gets it, as one text. */
  readonly recipients: string;
  readonly wrong: readonly { readonly text: string; readonly why: AddressProblem | 'duplicate' }[];
  readonly order: OrderWish;
}

/** The same for all ways to write one mailbox, and whatever the order. */
const joined = (mailboxes: readonly string[]) => mailboxes.toSorted().join(' ');

/** The same people and the same content are the same document a second time. */
export const recipientsOf = (emails: readonly string[]): string =>
  joined(emails.map((email) => checkAddress(email).same ?? toAddress(email)));

function read({ signees, order }: Cells): RowPeople {
  const people = readAddresses(signees);
  const same = new Set<string>();
  const wrong: { text: string; why: AddressProblem | 'duplicate' }[] = [];
  for (const { email, name } of people) {
    const checked = checkAddress(email);
    const text = toAddress(email) || name;
    if (checked.problem !== null) wrong.push({ text, why: checked.problem });
    else if (checked.same !== null && same.has(checked.same)) wrong.push({ text, why: 'duplicate' });
    else if (checked.same !== null) same.add(checked.same);
  }
  return { people, recipients: joined([...same]), wrong, order: readOrder(order) };
}

/** Cells never change, so each row is read once, however often all of them are judged. */
const known = new WeakMap<Cells, RowPeople>();

export function peopleOfRow(cells: Cells): RowPeople {
  const before = known.get(cells);
  if (before) return before;
  const found = read(cells);
  known.set(cells, found);
  return found;
}
