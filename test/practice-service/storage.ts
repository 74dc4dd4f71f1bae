import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import { STORAGE_LIFE } from './rules.ts';

/** Short-lived addresses of files. */
export interface Storage {
  /** A new path for the document's file. */
  lend(documentId: string): string;
  documentOf(key: string): string | undefined;
}

export function createStorage(clock: Clock): Storage {
  const lent = new Map<string, { readonly documentId: string; readonly until: number }>();
  const forget = () => {
    for (const [key, { until }] of lent) {
      // In the order of lending, so the first one still valid ends the search.
      if (until > clock.now()) return;
      lent.delete(key);
    }
  };
  return {
    lend(documentId) {
      forget();
      const key = randomBytes(16).toString('hex');
      lent.set(key, { documentId, until: clock.now() + STORAGE_LIFE });
      return `/storage/${key}`;
    },
    documentOf(key) {
      forget();
      return lent.get(key)?.documentId;
    },
  };
}
