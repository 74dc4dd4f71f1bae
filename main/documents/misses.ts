import { limits } from '../../preload/contract/limits.ts';
import type { Clock } from '../time/clock.ts';

/** Remembers the documents that the service does not find. It may fail for a moment to find what it has. */
export function createMisses({ monotonic }: Pick<Clock, 'monotonic'>) {
  /** The monotonic time of the first miss, by connection and id. */
  const missed = new Map<string, number>();
  const keyOf = (connectionId: string, id: string) => `${connectionId} ${id}`;
  return {
    /** Notes that a whole list does not show these. One answer that there is no such document is enough then. */
    unlisted(connectionId: string, ids: readonly string[]): void {
      for (const id of ids) missed.set(keyOf(connectionId, id), Number.NEGATIVE_INFINITY);
    },
    /** Notes an answer that there is no document. Tells whether there was another testimony, long enough before. */
    isConfirmed(connectionId: string, id: string): boolean {
      const since = missed.get(keyOf(connectionId, id));
      if (since === undefined) missed.set(keyOf(connectionId, id), monotonic());
      return since !== undefined && monotonic() - since >= limits.missesApartMs;
    },
    forget: (connectionId: string, id: string): void => void missed.delete(keyOf(connectionId, id)),
  };
}
