import type { Overview } from '../../signing/answers/overview.ts';
import type { OverviewQuery } from '../../signing/requests.ts';

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
  const running = new Set<string>();
  return {
    ids,
    /** Documents of which a list of those that run consists. */
    running,
    add(more: number): void {
      for (let at = 0; at < more; at += 1) ids.unshift(make());
    },
    /** Removes documents. `at` is the place in the list, and a place past its end counts from the front again. */
    remove(at: number, more = 1): void {
      if (ids.length > 0) ids.splice(at % ids.length, more);
    },
    page: ({ offset = 0, limit = 1_000, filterDocumentStatus }: OverviewQuery): Overview => {
      const found = filterDocumentStatus === undefined ? ids : ids.filter((id) => running.has(id));
      const here = found.slice(offset, offset + Math.min(cap, limit));
      const sizes = { all: found.length, page: here.length, none: null };
      const page = pageOf(here, { size: sizes[size] });
      const statusOf = (id: string) => (running.has(id) ? 'in-progress' : 'draft');
      const documents = page.documents.map((one) => ({ ...one, documentStatus: statusOf(one.documentId) }));
      return { ...page, documents };
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
