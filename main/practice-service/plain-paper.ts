import { nothingPredefined, type Paper } from './paper.ts';
import { appended } from './stamp.ts';

// The standard fonts of PDF know Latin-1 only.
const printable = (text: string) =>
  text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?').replaceAll(/[\\()]/g, '\\$&');

/** A PDF of one page with a line of text, written by hand. */
function onePage(title: string): Uint8Array {
  const text = `BT /F1 22 Tf 56 760 Td (${printable(title)}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let pdf = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf + end + trailer, 'latin1');
}

/** PDFs without a library, for the installed app: the file stays as it is, and what was signed stands behind it. */
export const plainPaper: Paper = {
  page: async (title) => onePage(title),
  pageWithFields: async (title) => onePage(title),
  stamped: async (document, original) => appended(document, original ?? onePage(document.documentName)),
  readPredefined: async () => nothingPredefined,
};
