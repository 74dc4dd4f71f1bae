import * as z from 'zod';
import type { Jurisdiction, SignatureMode } from './document.ts';
import { flag, list, recordOf, text, whole } from './fields.ts';

export interface AutographPosition {
  readonly pageNumber: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SignatureField {
  readonly signFieldName: string | null;
  readonly signatureType: string | null;
  readonly sealKey: string | null;
  readonly email: string | null;
  readonly signOrder: number | null;
  readonly autographPosition: AutographPosition | null;
  readonly raw: unknown;
}

export interface ScanResult {
  readonly signatureMode: SignatureMode | null;
  readonly jurisdiction: Jurisdiction | null;
  readonly authorityService: string | null;
  readonly attachments: boolean | null;
  readonly signatureFields: readonly SignatureField[];
  /** Unparsed: the fields of an observer are not documented. */
  readonly observers: readonly unknown[];
  readonly raw: Readonly<Record<string, unknown>>;
}

const described = z.object({
  signatureMode: text,
  jurisdiction: text,
  authorityService: text,
  attachments: flag,
  signatureFields: z.array(z.unknown()),
  observers: list,
});

const field = z.object({
  signFieldName: text,
  signatureType: text,
  sealKey: text,
  email: text,
  signOrder: whole,
  autographPosition: z
    .object({ pageNumber: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .nullable()
    .catch(null),
});

export function readScan(value: unknown): ScanResult | null {
  const raw = recordOf(value);
  const fields = described.safeParse(value);
  if (raw === null || !fields.success) return null;
  const signatureFields = fields.data.signatureFields.map((one) => ({ ...readField(one), raw: one }));
  return { ...fields.data, signatureFields, raw };
}

/** An entry that is no object still counts as a field of the document, with everything unknown. */
function readField(value: unknown) {
  return field.parse(recordOf(value) ?? {});
}
