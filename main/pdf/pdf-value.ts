/** A string. It knows where it stands in the file, because the place of a signature's own bytes decides. */
export interface PdfText {
  readonly kind: 'text';
  readonly bytes: Buffer;
  readonly isHex: boolean;
  /** From its first to after its last bracket. */
  readonly at: number;
  readonly end: number;
}

export interface PdfReference {
  readonly kind: 'reference';
  readonly number: number;
  readonly generation: number;
}

export interface PdfStream {
  readonly kind: 'stream';
  readonly dictionary: PdfDictionary;
  /** The offset of its bytes in the file. */
  readonly begin: number;
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** A name has its slash and is the only text that is a plain string. */
export type PdfValue =
  | number
  | boolean
  | null
  | string
  | PdfText
  | PdfReference
  | PdfStream
  | PdfDictionary
  | readonly PdfValue[];

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;
export const isList = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);

function isKind(value: PdfValue | undefined, kind: string): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}
export const isText = (value: PdfValue | undefined): value is PdfText => isKind(value, 'text');
export const isReference = (value: PdfValue | undefined): value is PdfReference => isKind(value, 'reference');
export const isStream = (value: PdfValue | undefined): value is PdfStream => isKind(value, 'stream');

/** A whole number that is not negative. Null: it is something else. */
export const wholeNumber = (value: PdfValue | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
