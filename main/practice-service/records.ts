import type { Operation } from './options.ts';

export type Rule =
  | 'accept'
  | 'accept-charset'
  | 'admin-query'
  | 'assertion'
  | 'authorization'
  | 'body-not-allowed'
  | 'content-length'
  | 'content-type'
  | 'field-missing'
  | 'field-unknown'
  | 'field-value'
  | 'file-size'
  | 'file-type'
  | 'multipart'
  | 'part-headers'
  | 'participants'
  | 'polling'
  | 'query'
  | 'resent-twice'
  | 'started-twice'
  | 'storage-authorization'
  | 'token-early'
  | 'token-request'
  | 'unknown-method'
  | 'unknown-path';

interface Breach {
  readonly rule: Rule;
  readonly detail: string;
  readonly at: number;
}

interface RequestRecord {
  readonly at: number;
  readonly operation: Operation | 'page' | 'unknown';
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** With lower-case names. Of Authorization only the scheme is stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly userId: string | null;
  readonly bodyBytes: number;
  /** Null: the client got no whole answer. */
  readonly status: number | null;
}

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);

/** Records the clients' requests and breaches, for tests and the start page. */
export function createRecords(now: () => number) {
  const breaches: Breach[] = [];
  const requests: RequestRecord[] = [];
  const uploads = new Map<string, number>();
  const starts = new Map<string, number>();
  const contentStarts = new Map<string, number>();
  return {
    breaches,
    requests,
    breach(rule: Rule, detail: string): void {
      breaches.push({ rule, detail, at: now() });
    },
    countUpload(sha256: string): void {
      count(uploads, sha256);
    },
    countStart(documentId: string, sha256: string): void {
      count(starts, documentId);
      count(contentStarts, sha256);
    },
    uploadsOf: (sha256: string): number => uploads.get(sha256) ?? 0,
    /** Start requests for this document, including refused ones. */
    startsOf: (documentId: string): number => starts.get(documentId) ?? 0,
    /** Start requests for all documents with this content. */
    startsOfContent: (sha256: string): number => contentStarts.get(sha256) ?? 0,
    clear(): void {
      breaches.length = 0;
      requests.length = 0;
      uploads.clear();
      starts.clear();
      contentStarts.clear();
    },
  };
}

export type Records = ReturnType<typeof createRecords>;
