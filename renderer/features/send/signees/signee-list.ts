import type { SignPlace } from '../../../../preload/contract/sending.ts';
import type { PersonEntry } from '../../../../shared/people/person-entry.ts';
import { mailboxOf } from '../../../../shared/people/recipients.ts';
import type { DropPosition } from './row-keys.ts';

/** One line of the editor. Lines of one group sign together. Groups count from 0 without gaps, from the top. */
export interface SigneeDraft extends PersonEntry {
  readonly key: string;
  readonly group: number;
  /** Where the person signs on the pages of the shown document. */
  readonly place?: SignPlace;
}

export type SigneeList = readonly SigneeDraft[];

/** Renumbers groups after a change. Lines that keep their group stay the same objects. */
function recount(list: SigneeList): SigneeList {
  let group = -1;
  let before: number | null = null;
  return list.map((signee) => {
    if (signee.group !== before) group += 1;
    before = signee.group;
    return signee.group === group ? signee : { ...signee, group };
  });
}

const indexOf = (list: SigneeList, key: string) => list.findIndex((signee) => signee.key === key);

export function addSignees(list: SigneeList, entries: readonly PersonEntry[]): SigneeList {
  const first = (list.at(-1)?.group ?? -1) + 1;
  const added = entries.map(({ email, name, note }, index) => ({
    key: crypto.randomUUID(),
    email,
    name,
    note,
    group: first + index,
  }));
  return [...list, ...added];
}

/** Returns those whose addresses are not in the list. */
export function missingIn(list: SigneeList, others: SigneeList): SigneeList {
  const here = new Set(list.map(({ email }) => mailboxOf(email)));
  return others.filter(({ email }) => !here.has(mailboxOf(email)));
}

/** Adds those whose addresses are missing, after the others and in their own order. */
export function addMissing(list: SigneeList, others: SigneeList): SigneeList {
  const first = (list.at(-1)?.group ?? -1) + 1;
  const added = missingIn(list, others).map((signee) => ({ ...signee, group: first + signee.group }));
  return recount([...list, ...added]);
}

export const editSignee = (list: SigneeList, key: string, change: Partial<PersonEntry>): SigneeList =>
  list.map((signee) => (signee.key === key ? { ...signee, ...change } : signee));

/** Chooses where a person signs. Null: the service decides, or the person. */
export const placeSignee = (list: SigneeList, key: string, place: SignPlace | null): SigneeList =>
  list.map((signee) => {
    if (signee.key !== key) return signee;
    const { place: _before, ...rest } = signee;
    return place === null ? rest : { ...rest, place };
  });

export const removeSignee = (list: SigneeList, key: string): SigneeList =>
  recount(list.filter((signee) => signee.key !== key));

const isTogetherWithAbove = (list: SigneeList, index: number) =>
  index > 0 && list[index]?.group === list[index - 1]?.group;

/** Joins a line and the rest of its group to the line above, or separates them again. */
export function toggleTogether(list: SigneeList, key: string): SigneeList {
  const at = indexOf(list, key);
  if (at < 1) return list;
  const step = isTogetherWithAbove(list, at) ? 1 : -1;
  return list.map((signee, index) => (index < at ? signee : { ...signee, group: signee.group + step }));
}

/**
 * Moves a signee one step earlier or later. A signee of a group leaves it and signs alone, just before or after it. A
 * signee alone passes the whole next step. So a move always changes the order, and never the groups of others. At the
 * end of the list nothing changes, and the list stays the same object.
 */
export function moveSignee(list: SigneeList, key: string, direction: 'up' | 'down'): SigneeList {
  const moved = list.find((signee) => signee.key === key);
  if (!moved) return list;
  const shared = list.some((signee) => signee !== moved && signee.group === moved.group);
  const passed = direction === 'up' ? moved.group - 1 : moved.group + 1;
  if (!shared && !list.some((signee) => signee.group === passed)) return list;
  const past = shared ? moved.group : passed;
  // Half numbers lie between the groups until they are renumbered.
  const placed = { ...moved, group: direction === 'up' ? past - 0.5 : past + 0.5 };
  const others = list.filter((signee) => signee !== moved);
  const at = others.findIndex((signee) => signee.group > placed.group);
  const index = at < 0 ? others.length : at;
  return recount([...others.slice(0, index), placed, ...others.slice(index)]);
}

/** Moves a line. Dropped between two lines of a group, the person joins the group; elsewhere they sign alone. */
export function dropSignee(list: SigneeList, key: string, target: string, position: DropPosition): SigneeList {
  const moved = list.find((signee) => signee.key === key);
  const others = list.filter((signee) => signee.key !== key);
  const at = indexOf(others, target);
  if (!moved || at < 0) return list;
  const index = position === 'before' ? at : at + 1;
  const above = others[index - 1];
  const below = others[index];
  const together = position === 'on' || (above !== undefined && above.group === below?.group);
  const group = together ? (position === 'on' ? others[at] : above)?.group : (above?.group ?? -1) + 0.5;
  return recount([...others.slice(0, index), { ...moved, group: group ?? moved.group }, ...others.slice(index)]);
}

interface ChosenSignee {
  readonly email: string;
  readonly name?: string;
  readonly comment?: string;
  /** The step, counted from 0; null where the order does not matter. */
  readonly order: number | null;
  readonly place?: SignPlace;
}

/** Makes an editable list from a submission, a profile or a scanned file. Signees without an order come last. */
export function signeesFrom(signees: readonly ChosenSignee[]): {
  readonly list: SigneeList;
  readonly ordered: boolean;
} {
  const ordered = signees.some(({ order }) => order !== null);
  const last = signees.length;
  const list = signees.map(({ email, name = '', comment = '', order, place }, index) => ({
    key: crypto.randomUUID(),
    email,
    name,
    note: comment,
    group: ordered ? (order ?? Math.max(...signees.map((signee) => signee.order ?? 0)) + 1 + index / last) : index,
    ...(place !== undefined && { place }),
  }));
  return { list: recount(list.toSorted((a, b) => a.group - b.group)), ordered };
}
