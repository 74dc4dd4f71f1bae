/** Small files of every kind, made by hand. */

interface ZipEntry {
  readonly name: string;
  readonly content?: string;
  readonly encrypted?: boolean;
}

/** A stored zip. Nobody here looks at a checksum. */
export function zipOf(entries: readonly ZipEntry[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = 'x', encrypted = false } of entries) {
    const nameBytes = Buffer.from(name);
    const data = Buffer.from(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(data.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(encrypted ? 1 : 0, 8);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(data.length, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, nameBytes, data);
    directory.push(entry, nameBytes);
    at += 30 + nameBytes.length + data.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, directoryBytes, end, Buffer.from(comment)]);
}

export const docx = zipOf([{ name: '[Content_Types].xml' }, { name: 'word/document.xml' }]);
export const xlsx = zipOf([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]);

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
