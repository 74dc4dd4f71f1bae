import type { DocumentStatus, SignStatus } from './document.ts';

export interface OverviewEntry {
  readonly documentId: string;
  readonly documentStatus: DocumentStatus;
  readonly documentName: string | null;
  readonly documentMimeType: string | null;
  readonly thumbnailUrl: string | null;
  readonly signStatus: SignStatus | null;
  readonly signKey: string | null;
  readonly policy: { readonly canWithdraw: boolean | null; readonly canDelete: boolean | null };
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface Overview {
  readonly documents: readonly OverviewEntry[];
  /** Entries without a usable id or status. They are counted, so that a list is never taken for complete by mistake. */
  readonly unreadable: number;
  readonly pagination: { readonly offset: number | null; readonly limit: number | null };
  readonly size: number | null;
  readonly raw: Readonly<Record<string, unknown>>;
}
