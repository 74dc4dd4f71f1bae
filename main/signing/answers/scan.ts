import type { Jurisdiction, SignatureMode } from './document.ts';

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
  /** Their fields are not documented: shown as they came. */
  readonly observers: readonly unknown[];
  readonly raw: Readonly<Record<string, unknown>>;
}
