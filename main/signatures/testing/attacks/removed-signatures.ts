import { signPdf } from '../sign-pdf.ts';
import { append, catalog, latin1, makePdf, overwritten, replaced, type TestPdf } from '../test-pdf.ts';
import { type Attack, annotated, copyOfValue } from './attack.ts';

/** Remains of a signature, and what only looks like one. */
export const removed: readonly Attack[] = [
  {
    name: 'the field is away',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, { [catalog]: replaced(signed, catalog, `${signed.field} 0 R `, '') }).bytes;
    },
    state: 'remains-only',
  },
  {
    name: 'the value of the field is away',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, { [signed.field]: replaced(signed, signed.field, `/V ${signed.value} 0 R`, '') }).bytes;
    },
    state: 'remains-only',
  },
  {
    name: 'the field is away, and the range has another spelling',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const bytes = overwritten(signed.bytes, '/ByteRange [0 ', '/#42yteRange[ ');
      return append({ ...signed, bytes }, { [catalog]: replaced(signed, catalog, `${signed.field} 0 R `, '') }).bytes;
    },
    state: 'remains-only',
  },
  {
    name: 'there are rights of a program only',
    make: () =>
      append(makePdf(), {
        50: '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> /Reference [<< /TransformMethod /UR3 >>] >>',
      }).bytes,
    state: 'none',
  },
  {
    name: 'a program saved the file anew',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const value = copyOfValue(signed);
      const empty: TestPdf = { bytes: latin1('%PDF-1.7\n'), objects: new Map(), start: 0, next: 1 };
      return append(empty, { ...Object.fromEntries(signed.objects), [signed.value]: value }).bytes;
    },
    state: 'broken',
  },
  { name: 'there is a picture of a signature only', make: () => annotated('Stamp')(makePdf()).bytes, state: 'none' },
];
