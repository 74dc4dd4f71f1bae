import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import { STORAGE_LIFE } from './rules.ts';

/** Addresses of files that expire soon. */
export function createStorage(clock: Clock) {
  const lent = new Map<string, { readonly documentId: string; readonly until: number }>();
  const forget = () => {
    for (const [key, { until }] of lent) {
      // The list is sorted by time: stop at the first valid one.
      if (until > clock.now()) return;
      lent.delete(key);
    }
  };
  return {
    /** Creates a path for the document's file. */
    lend(documentId: string): string {
      forget();
      const key = randomBytes(16).toString('hex');
      lent.set(key, { documentId, until: clock.now() + STORAGE_LIFE });
      return `/storage/${key}`;
    },
    documentOf(key: string): string | undefined {
      forget();
      return lent.get(key)?.documentId;
    },
  };
}

export type Storage = ReturnType<typeof createStorage>;
