import * as z from 'zod';
import { documentId, type Fields, flag, recordOf, status, text } from './fields.ts';
import { type Observer, readObserverRecords, readObservers } from './observers.ts';
import { readSignees, type Signee } from './signees.ts';

/** A field of an unexpected type is null here; see `raw`. We keep and show unknown values unchanged. */
const described = z.object({
  documentId,
  /** `draft`, `in-progress`, `signed`, `withdrawn` or `rejected`. The service may add values. */
  documentStatus: status,
  documentName: text,
  documentMimeType: text,
  documentUrl: text,
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
  attachmentsAllowed: flag,
  /** People in copy. The description does not have them. */
  observers: z.unknown().optional().transform(readObservers),
  /** The authority that identifies the people who sign, where the service names it. */
  requiredAuthorityService: text,
});

/** A document in the answer to an upload or a details call. */
export interface ServiceDocument extends Readonly<z.infer<typeof described>> {
  /** The people, read from `signees` and `signeesOrdered`, whose shape is not documented. */
  readonly signees: readonly Signee[];
  /** The people in copy, with what operations need. */
  readonly observerRecords: readonly Observer[];
  /** The whole answer, with unknown fields. */
  readonly raw: Fields;
}

export function readDocument(value: unknown): ServiceDocument | null {
  const raw = recordOf(value);
  const fields = described.safeParse(value);
  if (raw === null || !fields.success) return null;
  return {
    ...fields.data,
    signees: readSignees(raw['signees'], raw['signeesOrdered']),
    observerRecords: readObserverRecords(raw['observers']),
    raw,
  };
}
