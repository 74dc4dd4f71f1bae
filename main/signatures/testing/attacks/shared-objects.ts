import { signPdf } from '../sign-pdf.ts';
import { append, catalog, font, makePdf, overwritten, page, replaced, streamOf } from '../test-pdf.ts';
import { type Attack, afterwards, copyOfValue, otherText, overlay } from './attack.ts';

/** Objects that the document uses at two places. */
export const shared: readonly Attack[] = [
  {
    name: 'an object of the document, which is in the proof as well, was replaced',
    make({ anna }) {
      const made = makePdf();
      const both = replaced(
        made,
        catalog,
        '/Type /Catalog',
        `/Type /Catalog /DSS << /More ${overlay} 0 R >> /Names ${overlay} 0 R`,
      );
      const signed = signPdf(append(made, { [catalog]: both, [overlay]: '<< /A (1) >>' }), { signer: anna });
      return append(signed, { [overlay]: '<< /A (2) >>' }).bytes;
    },
    state: 'changed-after',
  },
  {
    name: 'the appearance of an empty signature field, which the page draws as well, was replaced',
    make({ anna, beat }) {
      const made = makePdf();
      const drawn = append(made, {
        [overlay]: streamOf('', '/Type /XObject /Subtype /Form /BBox [0 0 300 200]'),
        [overlay + 1]:
          `<< /FT /Sig /T (second) /Type /Annot /Subtype /Widget /Rect [0 0 10 10] /P ${page} 0 R /AP << /N ${overlay} 0 R >> >>`,
        [catalog]: replaced(made, catalog, '/Fields [', `/Fields [${overlay + 1} 0 R `),
        [page]: replaced(made, page, '/Annots [', `/Annots [${overlay + 1} 0 R `).replace(
          '/Resources <<',
          `/Resources << /XObject << /Over ${overlay} 0 R >>`,
        ),
      });
      const signed = signPdf(drawn, { signer: anna });
      return append(signPdf(signed, { signer: beat }), { [overlay]: otherText() }).bytes;
    },
    state: 'changed-after',
  },
  afterwards('a font of the form was replaced', (pdf) =>
    append(pdf, {
      [catalog]: replaced(pdf, catalog, `/Helv ${font} 0 R`, `/Helv ${pdf.next} 0 R`),
      [pdf.next]: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    }),
  ),
  afterwards('a font of the form is away', (pdf) =>
    append(pdf, { [catalog]: replaced(pdf, catalog, `/Helv ${font} 0 R`, '') }),
  ),
  {
    name: 'the signature object was replaced by a copy with another reason',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      const copy = copyOfValue(signed);
      return append(signed, { [signed.value]: overwritten(copy, '(practice)', '(approved)') }).bytes;
    },
    state: 'broken',
  },
];
