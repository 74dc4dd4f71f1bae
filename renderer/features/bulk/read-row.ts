import { oncePer } from '../../../shared/once-per.ts';
import type { AddressProblem } from '../../../shared/people/address.ts';
import { checkAddress, toAddress } from '../../../shared/people/address.ts';
import type { PersonEntry } from '../../../shared/people/person-entry.ts';
import { readAddresses } from '../../../shared/people/read-addresses.ts';
import { recipientsOf } from '../../../shared/people/recipients.ts';
import { fileNameIn } from './bulk-files.ts';
import type { Cells } from './bulk-list.ts';
import { normalizeText } from './normalize-text.ts';
import { readOrder, type TypedOrder } from './signing-order.ts';

export interface RowParts {
  readonly people: readonly PersonEntry[];
  /** The recipients as one comparable text, as `recipientsOf` makes it. */
  readonly recipients: string;
  readonly wrong: readonly { readonly text: string; readonly why: AddressProblem | 'duplicate' }[];
  readonly order: TypedOrder;
  /** Normalized, to look up files and profiles. */
  readonly fileName: string;
  readonly profileName: string;
}

/** Reads the cells of a row once, since they never change, however often rows are judged. */
export const readRow = oncePer(({ signees, order, file, profile }: Cells): RowParts => {
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
  return {
    people,
    recipients: recipientsOf([...same], false) ?? '',
    wrong,
    order: readOrder(order),
    fileName: fileNameIn(file),
    profileName: normalizeText(profile),
  };
});
