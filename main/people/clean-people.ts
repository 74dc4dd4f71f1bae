import { lengths } from '../../preload/contract/limits.ts';
import type { Person } from '../../preload/contract/person.ts';
import type { AddressProblem } from '../../shared/people/address.ts';
import { checkAddress, toAddress } from '../../shared/people/address.ts';
import type { PersonEntry } from '../../shared/people/person-entry.ts';
import { cleaned } from '../../shared/people/read-addresses.ts';

type Cleaned = { readonly ok: true; readonly person: Person } | { readonly ok: false; readonly why: AddressProblem };

/** Writes the domain in lower case: capitals in it do not make another mailbox. */
function withLowerCaseDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}

/** A hostile file may be one name of megabytes. So many characters are enough for the longest name we keep. */
const READ_CHARACTERS = 16 * lengths.name;

export const plainName = (name: string) =>
  cleaned(name.trimStart().slice(0, READ_CHARACTERS))
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, lengths.name);

/** Brings a person into the form in which we store people. Refuses an address that cannot receive mail. */
export function cleanPerson({ email, name }: Person): Cleaned {
  const { problem } = checkAddress(email);
  if (problem !== null) return { ok: false, why: problem };
  return { ok: true, person: { email: withLowerCaseDomain(toAddress(email)), name: plainName(name) } };
}

interface CleanedPeople {
  readonly people: readonly Person[];
  /** The number of entries that repeat a mailbox. */
  readonly twice: number;
  readonly refused: readonly { readonly text: string; readonly why: AddressProblem }[];
}

/** Keeps each mailbox once, with the first name that any of its entries has. */
export function cleanPeople(entries: readonly PersonEntry[]): CleanedPeople {
  const people = new Map<string, Person>();
  const refused: { text: string; why: AddressProblem }[] = [];
  let twice = 0;
  for (const one of entries) {
    const taken = cleanPerson(one);
    if (!taken.ok) {
      refused.push({ text: plainName([one.name, one.email].filter(Boolean).join(' · ')), why: taken.why });
      continue;
    }
    const same = checkAddress(taken.person.email).same ?? taken.person.email;
    const before = people.get(same);
    if (before) twice += 1;
    if (!before) people.set(same, taken.person);
    else if (before.name === '') people.set(same, { ...before, name: taken.person.name });
  }
  return { people: [...people.values()], twice, refused };
}
