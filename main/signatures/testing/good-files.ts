import { addProof, signPdf, stampPdf } from './sign-pdf.ts';
import type { TestPeople } from './test-certificates.ts';
import { catalog, makePdf, page, pageTree, textField } from './test-pdf.ts';

/** Files as signing programs make them, with nothing wrong. The last signature covers all of each. */
export const goodFiles: readonly { readonly name: string; readonly make: (people: TestPeople) => Buffer }[] = [
  { name: 'B-B', make: ({ anna }) => signPdf(makePdf(), { signer: anna }).bytes },
  {
    name: 'B-B with packed sections',
    make: ({ anna }) => signPdf(makePdf('x', { section: 'stream' }), { signer: anna, section: 'stream' }).bytes,
  },
  ...(['stream', 'hybrid'] as const).map((section) => ({
    name: `objects packed into a stream, named by a section that is a ${section}`,
    make({ anna, beat }: TestPeople) {
      const packed = [catalog, pageTree, page, textField];
      const first = signPdf(makePdf('packed', { section, packed }), { signer: anna });
      return signPdf(first, { signer: beat }).bytes;
    },
  })),
  {
    name: 'two signers',
    make: ({ anna, beat }) =>
      signPdf(signPdf(makePdf(), { signer: anna, isVisible: true }), { signer: beat, isVisible: true }).bytes,
  },
  {
    name: 'B-LTA',
    make({ anna, issuing, root, timeStamps }) {
      const signed = signPdf(makePdf(), {
        signer: anna,
        timeStamp: { by: timeStamps, at: new Date('2026-06-01T12:00:05Z') },
      });
      const long = addProof(signed, { certificates: [issuing.certificate, root.certificate] });
      return stampPdf(long, timeStamps, new Date('2026-06-03')).bytes;
    },
  },
  { name: 'certified', make: ({ anna }) => signPdf(makePdf(), { signer: anna, certify: 1 }).bytes },
];
