import * as z from 'zod';
import { documentId, flag, recordOf, status, text } from './fields.ts';
import { readSignees, type Signee } from './signees.ts';

/** A documented value, or any other text: the service may add values. We keep and show unknown ones unchanged. */
type Open<Known extends string> = Known | (string & Record<never, never>);

export type DocumentStatus = Open<'draft' | 'in-progress' | 'signed' | 'withdrawn' | 'rejected'>;
export type SignStatus = Open<'on-hold' | 'pending' | 'in-progress' | 'signed' | 'rejected'>;
export type SignatureMode = Open<'timestamp' | 'advanced' | 'qualified'>;
export type Jurisdiction = Open<'zertes' | 'eidas'>;

/** A document in the answer to an upload or a details call. A field of an unexpected type is null here; see `raw`. */
export interface ServiceDocument {
  readonly documentId: string;
  readonly documentStatus: DocumentStatus;
  readonly documentName: string | null;
  readonly documentMimeType: string | null;
  readonly documentUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly companyId: string | null;
  readonly creationTime: string | null;
  readonly startTime: string | null;
  readonly completionTime: string | null;
  readonly signStatus: SignStatus | null;
  readonly signatureMode: SignatureMode | null;
  readonly jurisdiction: Jurisdiction | null;
  readonly comment: string | null;
  readonly initiatorCompanyDisplayName: string | null;
  readonly initiatorCompanyIsVerified: boolean | null;
  readonly initiatorCompanyVerificationType: string | null;
  readonly initiatorDisplayName: string | null;
  readonly initiatorDisplayEmail: string | null;
  readonly initiatorSignKey: string | null;
  readonly attachmentsAllowed: boolean | null;
  /** Read from `signees` and `signeesOrdered`, whose shape is not documented. */
  readonly signees: readonly Signee[];
  /** The whole answer, with unknown fields. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const described = z.object({
  documentId,
  documentStatus: status,
  documentName: text,
  documentMimeType: text,
  documentUrl: text,
  thumbnailUrl: text,
  companyId: text,
  creationTime: text,
  startTime: text,
  completionTime: text,
  signStatus: text,
  signatureMode: text,
  jurisdiction: text,
  comment: text,
  initiatorCompanyDisplayName: text,
  initiatorCompanyIsVerified: flag,
  initiatorCompanyVerificationType: text,
  initiatorDisplayName: text,
  initiatorDisplayEmail: text,
  initiatorSignKey: text,
  attachmentsAllowed: flag,
});

export function readDocument(value: unknown): ServiceDocument | null {
  const raw = recordOf(value);
  const fields = described.safeParse(value);
  if (raw === null || !fields.success) return null;
  return { ...fields.data, signees: readSignees(raw['signees'], raw['signeesOrdered']), raw };
}
