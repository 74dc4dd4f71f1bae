import { signPdf } from '../sign-pdf.ts';
import type { TestPeople } from '../test-certificates.ts';
import {
  append,
  catalog,
  contents,
  font,
  latin1,
  makePdf,
  page,
  pageTree,
  replaced,
  streamOf,
  type TestPdf,
  textField,
} from '../test-pdf.ts';
import { type Attack, afterwards, copyOfValue, otherText, overlay } from './attack.ts';

/** Changes and signatures that are packed into a stream. */
export const inStreams: readonly Attack[] = (['stream', 'hybrid'] as const).flatMap((section) => [
  {
    name: `a packed object was replaced in a file with a section that is a ${section}`,
    make({ anna }: TestPeople) {
      const signed = signPdf(makePdf('packed', { section, packed: [catalog, page, textField] }), { signer: anna });
      const field = replaced(signed, textField, '/V (100)', '/V (999)');
      return append(signed, { [textField]: field }, { section, packed: [textField] }).bytes;
    },
    state: 'changed-after' as const,
  },
  {
    name: `the signature is packed into a stream, with a section that is a ${section}`,
    make({ anna }: TestPeople) {
      const signed = signPdf(makePdf(), { signer: anna });
      return append(signed, { [signed.value]: copyOfValue(signed) }, { section, packed: [signed.value] }).bytes;
    },
    state: 'broken' as const,
    fault: 'contents' as const,
  },
]);

/** Replacements and additions of a later section. */
export const incremental: readonly Attack[] = [
  afterwards('the text of the page was replaced', (pdf) => append(pdf, { [contents]: otherText() })),
  afterwards('the page got other contents', (pdf) =>
    append(pdf, { [page]: replaced(pdf, page, `${contents} 0 R`, `${pdf.next} 0 R`), [pdf.next]: otherText() }),
  ),
  afterwards('a font of the page was replaced', (pdf) =>
    append(pdf, { [font]: replaced(pdf, font, 'Helvetica', 'Symbol') }),
  ),
  afterwards('the page got other resources', (pdf) =>
    append(pdf, {
      [page]: replaced(pdf, page, `/F1 ${font} 0 R`, '/F1 << /Type /Font /Subtype /Type1 /BaseFont /Symbol >>'),
    }),
  ),
  afterwards('the page was turned', (pdf) =>
    append(pdf, { [page]: replaced(pdf, page, '/Type /Page', '/Type /Page /Rotate 180') }),
  ),
  afterwards('a page was added', (pdf) =>
    append(pdf, {
      [pageTree]: `<< /Type /Pages /Kids [${page} 0 R ${pdf.next} 0 R] /Count 2 /MediaBox [0 0 300 200] >>`,
      [pdf.next]: `<< /Type /Page /Parent ${pageTree} 0 R /Contents ${contents} 0 R >>`,
    }),
  ),
  afterwards('an action at the opening was added', (pdf) =>
    append(pdf, {
      [catalog]: replaced(pdf, catalog, '/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (x) >>'),
    }),
  ),
  afterwards('an outline was added', (pdf) =>
    append(pdf, { [catalog]: replaced(pdf, catalog, '/Type /Catalog', '/Type /Catalog /Outlines << /Title (x) >>') }),
  ),
  afterwards('objects without a section were added', (pdf) =>
    append(pdf, { [contents]: otherText() }, { withoutSection: true }),
  ),
  afterwards('an object that no section names was added', (pdf) =>
    append(pdf, { [contents]: otherText(), [pdf.next]: '<< >>' }, { hidden: [contents] }),
  ),
  afterwards('a second end mark was added', ({ bytes }) => Buffer.concat([bytes, latin1('\n%%EOF\n')])),
  afterwards('a comment was added', ({ bytes }) => Buffer.concat([bytes, latin1('% more\n')])),
  afterwards('an older section was named the newest', ({ bytes, start }) =>
    Buffer.concat([bytes, latin1(`startxref\n${start}\n%%EOF\n`)]),
  ),
];

/** Names a file that was prepared before it was signed. What it hides shows after the signature. */
const shadow = (name: string, prepare: (pdf: TestPdf) => TestPdf, show: (pdf: TestPdf) => TestPdf): Attack =>
  afterwards(`shadow attack: ${name}`, show, { prepare });

/** Files that were prepared before the signature to show something else after it. */
export const shadows: readonly Attack[] = [
  shadow(
    'hide',
    (pdf) =>
      append(pdf, {
        [page]: replaced(pdf, page, '/Resources <<', `/Resources << /XObject << /Over ${overlay} 0 R >>`),
        [overlay]: streamOf('1 g 0 0 300 200 re f', '/Type /XObject /Subtype /Form /BBox [0 0 300 200]'),
      }),
    (pdf) => append(pdf, { [overlay]: streamOf('', '/Type /XObject /Subtype /Form /BBox [0 0 0 0]') }),
  ),
  shadow(
    'replace the value of a field',
    (pdf) => pdf,
    (pdf) => append(pdf, { [textField]: replaced(pdf, textField, '/V (100)', '/V (999)') }),
  ),
  shadow(
    'hide and replace by another tree of pages',
    (pdf) =>
      append(pdf, {
        [overlay]: `<< /Type /Pages /Kids [${overlay + 1} 0 R] /Count 1 >>`,
        [overlay + 1]:
          `<< /Type /Page /Parent ${overlay} 0 R /MediaBox [0 0 300 200] /Contents ${overlay + 2} 0 R /Annots [] >>`,
        [overlay + 2]: otherText(),
      }),
    (pdf) => append(pdf, { [catalog]: replaced(pdf, catalog, `/Pages ${pageTree} 0 R`, `/Pages ${overlay} 0 R`) }),
  ),
];
