import type { LongWork } from '../time/slices.ts';
import type { DocumentKey } from './row-key.ts';

/**
 * Returns the creation time of each document, for the order of the list. The overview is in that order but has no
 * times: a document without a known time gets one just after the next older document.
 */
export function* timesOf(
  newestFirst: readonly DocumentKey[],
  toldTime: (document: DocumentKey) => number | null,
): LongWork<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  let last: number | null = null;
  for (const document of newestFirst.toReversed()) {
    yield;
    const told = toldTime(document);
    if (told !== null) last = told;
    else if (last !== null) last += 1;
    if (last !== null) times.set(document.id, last);
  }
  let next: number | null = null;
  for (const document of newestFirst) {
    yield;
    const known = times.get(document.id);
    if (known === undefined)
      times.set(document.id, next === null ? document.firstSeen - (document.position ?? 0) : next - 1);
    next = times.get(document.id) ?? next;
  }
  return times;
}
