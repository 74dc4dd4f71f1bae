/** Sample PDFs. */
import { PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib';

interface SampleField {
  /** Or another tooltip that the practice service reads, such as `anybody` or `mode:qualified` (`predefined.ts`). */
  readonly email: string;
  readonly order?: number;
  readonly observer?: boolean;
  /** Counted from 0. */
  readonly page?: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export async function samplePdf(options: {
  readonly title: string;
  readonly pages?: number;
  /** The text below the title of each page. */
  readonly lines?: readonly string[];
  readonly fields?: readonly SampleField[];
}): Promise<Uint8Array> {
  const { title, pages = 1, lines, fields = [] } = options;
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const page = pdf.addPage([595, 842]);
    page.drawText(title, { x: 60, y: 740, size: 26, font });
    const text = lines ?? [`Page ${number} of ${pages}. A sample made by the practice service.`];
    for (const [at, line] of text.entries()) page.drawText(line, { x: 60, y: 710 - at * 18, size: 11, font });
  }
  const form = pdf.getForm();
  for (const [index, field] of fields.entries()) {
    const page = pdf.getPage(field.page ?? 0);
    const order = field.order === undefined ? '' : `#${field.order}`;
    const tooltip = `${field.observer === true ? 'observer:' : ''}${field.email}${order}`;
    const dictionary = pdf.context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      F: 4,
      Rect: [field.x, field.y, field.x + field.width, field.y + field.height],
      P: page.ref,
    });
    dictionary.set(PDFName.of('T'), PDFHexString.fromText(`Signature${index + 1}`));
    dictionary.set(PDFName.of('TU'), PDFHexString.fromText(tooltip));
    const reference = pdf.context.register(dictionary);
    form.acroForm.addField(reference);
    page.node.addAnnot(reference);
  }
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false });
}
