import type { Overview } from '../../signing/answers/overview.ts';

/** The meaning of `size` in an answer: all documents, those of the page, or it is missing. */
export type SizeMeaning = 'all' | 'page' | 'none';

export interface ListOptions {
  /** The most entries one page holds, whatever was asked for. */
  readonly cap?: number;
  readonly size?: SizeMeaning;
}

/** Creates an overview, newest first, whose documents a test adds or deletes between two pages. */
export function simulatedList(count: number, { cap = 1_000, size = 'all' }: ListOptions = {}) {
  let made = 0;
  const make = () => {
    made += 1;
    return `d${made}`;
  };
  const ids = Array.from({ length: count }, make).toReversed();
  return {
    ids,
    add(more: number): void {
      for (let at = 0; at < more; at += 1) ids.unshift(make());
    },
    /** Removes documents. `at` is the place in the list, and a place past its end counts from the front again. */
    remove(at: number, more = 1): void {
      if (ids.length > 0) ids.splice(at % ids.length, more);
    },
    page: ({ offset = 0, limit = 1_000 }: { offset?: number; limit?: number }): Overview => {
      const here = ids.slice(offset, offset + Math.min(cap, limit));
      const sizes = { all: ids.length, page: here.length, none: null };
      return pageOf(here, { size: sizes[size] });
    },
  };
}

export function pageOf(ids: readonly string[], more: Partial<Overview> = {}): Overview {
  return {
    documents: ids.map((documentId) => ({
      documentId,
      documentStatus: 'draft',
      documentName: `${documentId}.pdf`,
      documentMimeType: null,
      signStatus: null,
      policy: { canWithdraw: null, canDelete: null },
    })),
    unreadable: 0,
    size: null,
    ...more,
  };
}
