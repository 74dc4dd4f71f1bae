import { limits } from '../../../preload/contract/limits.ts';
import type { Change, ChangeKind, PagePlace } from '../../../preload/contract/signature-report.ts';
import { nowhere, type Spot } from './spots.ts';

/** A person reads a few. More are told as `too-many`, which is a change as well. */
const mostChanges = 100;

/** Collects what differs between two revisions, each kind once for a page with its places there. */
export function createChanges() {
  const found = new Map<string, Change>();
  return {
    add(kind: ChangeKind, { page, place }: Spot = nowhere): void {
      const key = `${kind} ${page}`;
      const known = found.get(key);
      if (known !== undefined) addPlace(known, place);
      else if (found.size >= mostChanges) found.set('too-many', { kind: 'too-many', page: null });
      else found.set(key, addPlace({ kind, page }, place));
    },
    all: (): readonly Change[] => [...found.values()],
  };
}

function addPlace(change: Change, place: PagePlace | null): Change {
  if (place === null) return change;
  change.places ??= [];
  const isNew = !change.places.some((one) => isSamePlace(one, place));
  if (isNew && change.places.length < limits.changePlaces) change.places.push(place);
  return change;
}

const isSamePlace = (one: PagePlace, other: PagePlace): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

export type Changes = ReturnType<typeof createChanges>;
