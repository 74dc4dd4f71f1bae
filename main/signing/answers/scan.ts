import * as z from 'zod';
import { list, recordOf, text, whole } from './fields.ts';

const field = z.object({
  signFieldName: text,
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
  /** An entry that is no object still counts as a field of the document, with everything unknown. */
  signatureFields: z.array(z.unknown().transform((one) => field.parse(recordOf(one) ?? {}))),
  /** Unparsed: the fields of an observer are not documented. */
  observers: list,
});
export type ScanResult = Readonly<z.infer<typeof described>>;

export const readScan = (value: unknown): ScanResult | null => described.safeParse(value).data ?? null;
