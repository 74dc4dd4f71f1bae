import * as z from 'zod';
import { flag, recordOf, text, whole } from './fields.ts';
import { readObservers } from './observers.ts';

/** A value of an undocumented type, as text. Null and the empty values ask for nothing. */
const anyValue = z
  .unknown()
  .optional()
  .transform((value) => {
    if (value === undefined || value === null || value === '' || value === false || value === 0) return null;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });

const field = z.object({
  signFieldName: text,
  /** `signature`, or another word, such as `seal`. */
  signatureType: text,
  sealKey: text,
  email: text,
  signOrder: whole,
  autographPosition: z
    .object({ pageNumber: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .nullable()
    .catch(null),
});

const described = z.object({
  signatureMode: text,
  jurisdiction: text,
  /** The authority that identifies the people: `ras` or `did`. */
  authorityService: text,
  /** Whether the people who are asked may attach files. */
  attachments: flag,
  signWithin: anyValue,
  reminder: anyValue,
  /** An entry that is no object still counts as a field of the document, with everything unknown. */
  signatureFields: z.array(z.unknown().transform((one) => field.parse(recordOf(one) ?? {}))),
  /** People in copy. */
  observers: z.unknown().optional().transform(readObservers),
});
export type ScanResult = Readonly<z.infer<typeof described>>;

export const readScan = (value: unknown): ScanResult | null => described.safeParse(value).data ?? null;
