import { lengths } from '../../../preload/contract/limits.ts';
import type { Choices, ScanResult } from '../../../preload/contract/sending.ts';
import { toAddress } from '../../../shared/people/address.ts';
import { type ReadExtra, readExtra } from './read-extra.ts';
import type { Draft, People, Sheet, SheetFile } from './sheet.ts';
import { signeesFrom } from './signees/signee-list.ts';

export const signeesOf = ({ signees, ordered }: People): Choices['signees'] =>
  signees.map(({ email, name, note, group, place }) => ({
    email: toAddress(email),
    // Kept for our own list of people: the service has no field for it.
    name: name.trim().slice(0, lengths.name),
    comment: note.trim(),
    order: ordered ? group : null,
    ...(place !== undefined && { place }),
  }));

const extraOf = (read: ReadExtra): Choices['extra'] => (read.ok ? read.extra : {});

/** Returns the choices to send with one file: the common ones, replaced by the file's own. */
export function choicesOf({ draft }: Pick<Sheet, 'draft'>, own?: SheetFile['own']): Choices {
  const { mode, jurisdiction, sendMail, scanPredefined } = draft;
  return {
    mode,
    jurisdiction,
    sendMail,
    scanPredefined,
    alias: (own?.alias ?? draft.alias).trim(),
    comment: (own?.comment ?? draft.comment).trim(),
    extra: extraOf(readExtra(draft.extra)),
    signees: signeesOf(own?.people ?? draft),
  };
}

export function draftFrom({ signees, extra, ...rest }: Choices): Draft {
  const { list, ordered } = signeesFrom(signees);
  return {
    ...rest,
    signees: list,
    ordered: ordered || signees.length === 0,
    extra: Object.keys(extra).length === 0 ? '' : JSON.stringify(extra, null, 2),
  };
}

/** Returns the people named in the document's signature fields. Each is listed once, with the lowest order. */
export const peopleFromScan = ({ fields }: ScanResult): People => peopleFromMarks(fields);

/** Returns the people whom marks or fields name. Each is listed once, with the lowest order. */
export function peopleFromMarks(
  marks: readonly { readonly email: string | null; readonly order: number | null }[],
): People {
  const orders = new Map<string, number | null>();
  for (const { email, order } of marks) {
    if (email === null || email === '') continue;
    const before = orders.get(email) ?? null;
    orders.set(email, before === null || order === null ? (before ?? order) : Math.min(before, order));
  }
  const { list, ordered } = signeesFrom([...orders].map(([email, order]) => ({ email, order })));
  return { signees: list, ordered };
}
