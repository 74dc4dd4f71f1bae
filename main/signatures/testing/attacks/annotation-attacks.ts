import { signPdf } from '../sign-pdf.ts';
import {
  append,
  catalog,
  contents,
  makePdf,
  overwritten,
  page,
  replaced,
  streamOf,
  type TestPdf,
  textField,
} from '../test-pdf.ts';
import { type Attack, afterwards, annotated, otherText, overlay } from './attack.ts';

/** Adds a field to the form and to the page. */
export const newField = (pdf: TestPdf, entries: string, rect = '20 60 200 150'): TestPdf =>
  append(pdf, {
    [catalog]: replaced(pdf, catalog, '/Fields [', `/Fields [${pdf.next} 0 R `),
    [page]: replaced(pdf, page, '/Annots [', `/Annots [${pdf.next} 0 R `),
    [pdf.next]: `<< /T (more) /Type /Annot /Subtype /Widget /Rect [${rect}] /P ${page} 0 R ${entries} >>`,
    [pdf.next + 1]: streamOf('1 g 0 0 180 90 re f', '/Type /XObject /Subtype /Form /BBox [0 0 180 90]'),
  });

/** Additions to the pages and to the form. */
export const annotations: readonly Attack[] = [
  afterwards('a note was added', annotated('Text')),
  afterwards('a blackened place was added', annotated('Redact')),
  afterwards('free text was added', annotated('FreeText')),
  afterwards('free text was added to a certified document', annotated('FreeText'), { certify: 1 }),
  afterwards('free text was added where the signer allows notes', annotated('FreeText'), { certify: 3 }),
  afterwards('a field was added to the form alone', (pdf) =>
    append(pdf, {
      [catalog]: replaced(pdf, catalog, '/Fields [', `/Fields [${pdf.next} 0 R `),
      [pdf.next]: '<< /FT /Tx /T (more) /V (paid) >>',
    }),
  ),
  afterwards('a text field was added', (pdf) => newField(pdf, '/FT /Tx /V (paid)')),
  afterwards('a signature field with a size was added', (pdf) => newField(pdf, '/FT /Sig /MK << /BG [1 1 1] >>')),
  {
    name: 'a field that is seen was added with the value of the one signature',
    make({ anna }) {
      const signed = signPdf(makePdf(), { signer: anna });
      return newField(signed, `/FT /Sig /V ${signed.value} 0 R /AP << /N ${signed.next + 1} 0 R >>`).bytes;
    },
    state: 'changed-after',
  },
  {
    name: 'an empty field got a mark and the value of the one signature',
    make({ anna }) {
      const made = newField(makePdf(), '/FT /Sig');
      const field = made.next - 2;
      const signed = signPdf(made, { signer: anna });
      const marked = replaced(
        signed,
        field,
        '/FT /Sig',
        `/FT /Sig /V ${signed.value} 0 R /AP << /N ${field + 1} 0 R >>`,
      );
      return append(signed, { [field]: marked }).bytes;
    },
    state: 'changed-after',
  },
  {
    name: 'the page names its contents by another generation',
    make({ anna }) {
      const made = makePdf();
      const text = replaced(made, page, `/Contents ${contents} 0 R`, `/Contents ${contents} 1 R`);
      const signed = signPdf(append(made, { [page]: text }), { signer: anna });
      return append(signed, { [contents]: otherText() }).bytes;
    },
    state: 'changed-after',
  },
  {
    name: 'a page has pages below',
    make({ anna }) {
      const made = makePdf();
      const text = replaced(made, page, '/Type /Page', `/Type /Page /Kids [${overlay} 0 R]`);
      const signed = signPdf(append(made, { [page]: text, [overlay]: '<< /Type /Page >>' }), { signer: anna });
      return append(signed, { [contents]: otherText() }).bytes;
    },
    state: 'changed-after',
  },
  afterwards('an empty signature field that is seen was added', (pdf) =>
    newField(pdf, `/FT /Sig /AP << /N ${pdf.next + 1} 0 R >>`),
  ),
  afterwards('a signature field with an action was added', (pdf) =>
    newField(pdf, '/FT /Sig /AA << /E << /S /JavaScript /JS (x) >> >>'),
  ),
  {
    name: 'a signed field with an action was added',
    make({ anna, beat }) {
      const fieldEntries = '/AA << /E << /S /JavaScript /JS (x) >> >>';
      return signPdf(signPdf(makePdf(), { signer: anna }), { signer: beat, fieldEntries }).bytes;
    },
    state: 'changed-after',
  },
  afterwards('a field was added whose signature is missing', (pdf) => newField(pdf, '/FT /Sig /V 99 0 R', '0 0 0 0')),
  {
    name: 'the field of a later signature is empty',
    make({ anna, beat }) {
      const { bytes } = signPdf(signPdf(makePdf(), { signer: anna }), { signer: beat });
      return overwritten(bytes, '/V ', '/Q ', true);
    },
    state: 'changed-after',
  },
  afterwards('the text field is away from the form', (pdf) =>
    append(pdf, { [catalog]: replaced(pdf, catalog, ` ${textField} 0 R]`, ']') }),
  ),
  afterwards('the text field is away', (pdf) =>
    append(pdf, {
      [catalog]: replaced(pdf, catalog, ` ${textField} 0 R]`, ']'),
      [page]: replaced(pdf, page, ` ${textField} 0 R]`, ']'),
    }),
  ),
  {
    name: 'free text was added between two signatures',
    make({ anna, beat }) {
      const changed = annotated('FreeText')(signPdf(makePdf(), { signer: anna }));
      return signPdf(changed, { signer: beat }).bytes;
    },
    state: 'changed-after',
  },
];
