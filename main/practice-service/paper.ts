import type { SignatureMode } from './rules.ts';

export interface PredefinedField {
  readonly signFieldName: string;
  readonly signatureType: 'signature' | 'seal';
  readonly sealKey: string | null;
  readonly email: string;
  readonly signOrder: number;
  readonly autographPosition: {
    readonly pageNumber: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/** The demands of a document besides its people. Null: it says nothing about it. */
export interface PredefinedWishes {
  readonly signatureMode: SignatureMode | null;
  readonly jurisdiction: string | null;
  readonly authorityService: string | null;
  readonly attachments: boolean;
  /** Days, as the document has them: the service does not say what they mean. */
  readonly signWithin: number | null;
  readonly reminder: number | null;
}

export interface Predefined {
  readonly wishes: PredefinedWishes;
  readonly fields: readonly PredefinedField[];
  readonly observers: readonly { readonly email: string }[];
}

export const noWishes: PredefinedWishes = {
  signatureMode: null,
  jurisdiction: null,
  authorityService: null,
  attachments: false,
  signWithin: null,
  reminder: null,
};

export const nothingPredefined: Predefined = { wishes: noWishes, fields: [], observers: [] };

/** The service's part for PDFs. Tests and `npm run practice` use a library, which is too large for the app. */
export interface Paper {
  readPredefined(content: Uint8Array): Promise<Predefined>;
}
