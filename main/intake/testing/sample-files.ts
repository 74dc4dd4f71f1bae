import { officeOf } from './zip-file.ts';

/** Small files of every kind, made by hand. */

export const docx = officeOf('docx');
export const xlsx = officeOf('xlsx');

/** A PDF with whatever a test wants in its body and its trailer. */
export function pdfOf(body = '', trailer = '<< /Size 1 /Root 1 0 R >>'): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${body}\n`;
  const text = `${head}xref\n0 1\n0000000000 65535 f \ntrailer\n${trailer}\nstartxref\n${head.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** One whose trailer is the dictionary of a cross-reference stream, far from the end of the file. */
export function pdfWithStream(dictionary: string, body = ''): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n`;
  const object = `2 0 obj\n<< /Type /XRef /Size 3 ${dictionary} >>\nstream\nxxxx\nendstream\nendobj\n`;
  return Buffer.from(`${head}${object}${body}\nstartxref\n${head.length}\n%%EOF`, 'latin1');
}

/** Office before 2007, or with a password: a compound file whose directory names what it holds. */
export function compoundOf(name: string): Buffer {
  const bytes = Buffer.alloc(512 * 4);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
  bytes.writeUInt16LE(9, 0x1e);
  bytes.writeUInt32LE(1, 0x30);
  Buffer.from(name, 'utf16le').copy(bytes, 1024);
  return bytes;
}
