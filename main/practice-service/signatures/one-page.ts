import { printable } from './signature-mark.ts';

/** A PDF of one page with a title and lines below, written by hand. */
export function onePage(title: string, lines: readonly string[] = []): Buffer {
  const text = [
    `BT /F1 22 Tf 56 760 Td (${printable(title)}) Tj /F1 9 Tf 0 -14 Td`,
    ...lines.map((line) => `0 -18 Td (${printable(line)}) Tj`),
    'ET',
  ].join(' ');
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
