import type { SignatureFault, SignatureState } from '../../../../preload/contract/signature-report.ts';
import { signPdf } from '../sign-pdf.ts';
import type { TestPeople } from '../test-certificates.ts';
import { append, makePdf, page, replaced, streamOf, type TestPdf } from '../test-pdf.ts';

/** A file that somebody tampered with, and what must be said of it. */
export interface Attack {
  readonly name: string;
  readonly make: (people: TestPeople) => Buffer;
  readonly state: SignatureState;
  /** Why a signature is broken, where several rules would find it. */
  readonly fault?: SignatureFault;
}

/** Copies the signature dictionary as it stands in the file. */
export function copyOfValue({ bytes }: TestPdf): Buffer {
  const at = bytes.lastIndexOf('<< /Type /Sig');
  return bytes.subarray(at, bytes.indexOf('endobj', at));
}

interface Before {
  readonly certify?: 1 | 2 | 3;
  /** Prepares the file before it is signed. */
  readonly prepare?: (pdf: TestPdf) => TestPdf;
}

/** Names something that is done to a signed file afterwards. */
export function afterwards(
  name: string,
  change: (pdf: TestPdf) => TestPdf | Buffer,
  { certify, prepare = (pdf) => pdf }: Before = {},
): Attack {
  return {
    name,
    make({ anna }) {
      const changed = change(signPdf(prepare(makePdf()), { signer: anna, ...(certify ? { certify } : {}) }));
      return Buffer.isBuffer(changed) ? changed : changed.bytes;
    },
    state: 'changed-after',
  };
}

export const otherText = () => streamOf('BT /F1 12 Tf 20 100 Td (I owe 999) Tj ET');

const note = (kind: string) =>
  `<< /Type /Annot /Subtype /${kind} /Rect [0 0 300 200] /Contents (paid) /DA (/F1 9 Tf) >>`;

/** Draws an annotation over the page. */
export const annotated = (kind: string) => (pdf: TestPdf) =>
  append(pdf, { [page]: replaced(pdf, page, '/Annots [', `/Annots [${pdf.next} 0 R `), [pdf.next]: note(kind) });

/** The number of an object that no new file has. */
export const overlay = 40;
