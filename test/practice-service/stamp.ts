/** Makes the download: the uploaded file, with a visible stamp for each signature. */
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { timestamp } from './clock.ts';
import type { PracticeDocument } from './document.ts';
import { isConverted } from './document-view.ts';
import type { Files } from './files.ts';
import type { PracticeOptions } from './options.ts';
import { PDF_TYPE } from './rules.ts';

// The standard fonts of PDF know Latin-1 only.
const printable = (text: string) => text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');

export async function currentFile(
  document: PracticeDocument,
  deps: { readonly files: Files; readonly options: PracticeOptions },
): Promise<{ readonly content: Uint8Array; readonly type: string }> {
  const original = await deps.files.read(document.sha256);
  if (isConverted(document, deps.options)) return { content: await stamped(document, null), type: PDF_TYPE };
  const unsigned = document.signees.every((signee) => signee.decision !== 'signed');
  if (unsigned || document.documentMimeType !== PDF_TYPE) return { content: original, type: document.documentMimeType };
  const content = deps.options.stamps === 'appended' ? appended(document, original) : await stamped(document, original);
  return { content, type: PDF_TYPE };
}

/** The original stays whole at the beginning: a download that breaks off there looks like a whole file. */
function appended({ documentId, signees }: PracticeDocument, original: Uint8Array): Uint8Array {
  const stamps = signees
    .filter(({ decision }) => decision === 'signed')
    .map(({ email, decidedAt }) => `% ${documentId} signed by ${email} ${timestamp(decidedAt) ?? ''}\n%%EOF\n`);
  return Buffer.concat([original, Buffer.from(stamps.join(''))]);
}

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
