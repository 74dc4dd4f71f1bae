import { officeOf } from './zip-file.ts';

export const docx = officeOf('docx');
export const xlsx = officeOf('xlsx');

/** Builds a PDF with the given body and trailer. */
export function pdfOf(body = '', trailer = '<< /Size 1 /Root 1 0 R >>'): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${body}\n`;
  const text = `${head}xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n${trailer}\nstartxref\n${head.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Builds a PDF with a cross-reference stream instead of a trailer, far from the end of the file. */
export function pdfWithStream(dictionary: string, body = ''): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n`;
  const object = `2 0 obj\n<< /Type /XRef /Size 3 ${dictionary} >>\nstream\nxxxx\nendstream\nendobj\n`;
  return Buffer.from(`${head}${object}${body}\nstartxref\n${head.length}\n%%EOF`, 'latin1');
}

/**
 * Builds a linearized PDF: its first page has its own end mark, and its first dictionary states the length of the file.
 */
export function linearizedPdf(): Buffer {
  const textOf = (length: string) => {
    const head = `%PDF-1.7\n9 0 obj\n<< /Linearized 1 /L ${length} /H [ 1 2 ] /O 3 >>\nendobj\n`;
    const first = 'xref\n9 1\n0000000009 00000 n \ntrailer\n<< /Size 10 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n';
    const rest = `1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< /Length 300 >>\nstream\n${'x'.repeat(300)}\nendstream\nendobj\n`;
    return `${head}${first}${rest}xref\n0 3\n0000000000 65535 f \ntrailer\n<< /Size 3 >>\nstartxref\n${head.length}\n%%EOF\n`;
  };
  const { length } = textOf('0000');
  return Buffer.from(textOf(String(length).padStart(4, '0')), 'latin1');
}

/** Builds a compound file (Office before 2007, or Office with a password) with these names in its directory. */
export function compoundOf(...names: readonly string[]): Buffer {
  const bytes = Buffer.alloc(512 * 4);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
  bytes.writeUInt16LE(9, 0x1e);
  bytes.writeUInt32LE(1, 0x30);
  for (const [index, name] of names.entries()) Buffer.from(name, 'utf16le').copy(bytes, 1024 + index * 128);
  return bytes;
}
