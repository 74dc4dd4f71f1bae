/** Writes and reads PDFs with a library: the stamps are drawn on the last page. */
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { timestamp } from '../../main/practice-service/clock.ts';
import type { PracticeDocument } from '../../main/practice-service/document.ts';
import type { Paper } from '../../main/practice-service/paper.ts';
import { readPredefined } from './predefined.ts';
import { samplePdf } from './sample-pdf.ts';

const sampleFields = [
  { email: 'signer.one@example.test', order: 0, x: 60, y: 120, width: 180, height: 50 },
  { email: 'signer.two@example.test', order: 1, x: 320, y: 120, width: 180, height: 50 },
];

export const drawnPaper: Paper = {
  page: (title) => samplePdf({ title }),
  pageWithFields: (title) => samplePdf({ title, fields: sampleFields }),
  stamped,
  readPredefined,
};

// The standard fonts of PDF know Latin-1 only.
const printable = (text: string) => text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');

/** Replaces office files, and files that the library cannot read, by a page with the name. */
async function stamped(document: PracticeDocument, original: Uint8Array | null): Promise<Uint8Array> {
  if (original !== null) {
    try {
      return await withStamps(document, await PDFDocument.load(original, { updateMetadata: false }));
    } catch {
      // A broken file may fail at any step: return the replacement below.
    }
  }
  return withStamps(document, await standIn(document));
}

async function withStamps(document: PracticeDocument, pdf: PDFDocument): Promise<Uint8Array> {
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.getPages().at(-1) ?? pdf.addPage();
  const ink = rgb(0.05, 0.2, 0.5);
  const signed = document.signees.filter((signee) => signee.decision === 'signed');
  for (const [index, signee] of signed.entries()) {
    const y = 24 + index * 30;
    const kind = `${document.signatureMode}, ${document.jurisdiction}`;
    const when = timestamp(signee.decidedAt) ?? '';
    page.drawRectangle({ x: 24, y, width: 330, height: 26, borderColor: ink, borderWidth: 1, color: rgb(1, 1, 1) });
    page.drawText(printable(`Signed by ${signee.email}`), { x: 30, y: y + 14, size: 9, font, color: ink });
    page.drawText(printable(`${when} (${kind}), for practice only`), { x: 30, y: y + 4, size: 7, font, color: ink });
  }
  return pdf.save();
}

async function standIn({ documentName }: PracticeDocument): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.drawText(printable(documentName), { x: 48, y: 760, size: 20, font });
  page.drawText('Stands in for the converted file.', { x: 48, y: 734, size: 11, font });
  return pdf;
}
