import * as z from 'zod';
import type { DocumentStatus, SignStatus } from './document.ts';
import { documentId, flag, recordOf, status, text, whole } from './fields.ts';

export interface OverviewEntry {
  readonly documentId: string;
  /** Empty when the entry has no status. The document's details may have it. */
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
  /** The number of entries without a usable id. Above 0, the list is not complete. */
  readonly unreadable: number;
  readonly pagination: { readonly offset: number | null; readonly limit: number | null };
  readonly size: number | null;
  readonly raw: Readonly<Record<string, unknown>>;
}

const entry = z.object({
  documentId,
  documentStatus: status.catch(''),
  documentName: text,
  documentMimeType: text,
  thumbnailUrl: text,
  signStatus: text,
  signKey: text,
  policy: z.object({ canWithdraw: flag, canDelete: flag }).catch({ canWithdraw: null, canDelete: null }),
});

const envelope = z.object({
  documents: z.array(z.unknown()),
  pagination: z.object({ offset: whole, limit: whole }).catch({ offset: null, limit: null }),
  size: whole,
});

export function readOverview(value: unknown): Overview | null {
  const raw = recordOf(value);
  const fields = envelope.safeParse(value);
  if (raw === null || !fields.success) return null;
  const documents = fields.data.documents.map(readEntry).filter((one) => one !== null);
  return {
    documents,
    unreadable: fields.data.documents.length - documents.length,
    pagination: fields.data.pagination,
    size: fields.data.size,
    raw,
  };
}

function readEntry(value: unknown): OverviewEntry | null {
  const raw = recordOf(value);
  const fields = entry.safeParse(value);
  return raw !== null && fields.success ? { ...fields.data, raw } : null;
}
