import { crc32, deflateRawSync } from 'node:zlib';

interface MadeEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly encrypted?: boolean;
  readonly deflated?: boolean;
  /** The fields after the name: in the header before the part, and in the directory. */
  readonly extra?: { readonly local?: Buffer; readonly directory?: Buffer };
}

const none = Buffer.alloc(0);

/** Builds the field in which some programs look for the name. */
export function unicodePath(name: string, plain: string): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + Buffer.byteLength(name), 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(plain), 5);
  return Buffer.concat([field, Buffer.from(name)]);
}

export function zipOf(entries: readonly MadeEntry[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = 'x', encrypted = false, deflated = false, extra } of entries) {
    const { local: localExtra = none, directory: directoryExtra = none } = extra ?? {};
    const nameBytes = Buffer.from(name);
    const raw = Buffer.from(content);
    const data = deflated ? deflateRawSync(raw) : raw;
    const method = deflated ? 8 : 0;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc32(raw), 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(raw.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    local.writeUInt16LE(localExtra.length, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(encrypted ? 1 : 0, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc32(raw), 16);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(raw.length, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt16LE(directoryExtra.length, 30);
    entry.writeUInt32LE(at, 42);
    locals.push(local, nameBytes, localExtra, data);
    directory.push(entry, nameBytes, directoryExtra);
    at += 30 + nameBytes.length + localExtra.length + data.length;
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

/** Builds a list of content types: an override per part, and a type per file extension. */
export function contentTypes(overrides: Readonly<Record<string, string>>, more = ''): string {
  const parts = Object.entries(overrides).map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}${more}</Types>`;
}

export const mainTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
  dotm: 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  xltx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml',
  xltm: 'application/vnd.ms-excel.template.macroEnabled.main+xml',
  xlam: 'application/vnd.ms-excel.addin.macroEnabled.main+xml',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
} as const;

const mainParts: Readonly<Record<string, string>> = { d: 'word/document.xml', x: 'xl/workbook.xml', p: 'ppt/a.xml' };

/** Builds an Office file with only its main part and the list of types. */
export function officeOf(kind: keyof typeof mainTypes, parts: readonly MadeEntry[] = [], more = ''): Buffer {
  const main = kind === 'xlsb' ? 'xl/workbook.bin' : (mainParts[kind.charAt(0)] ?? '');
  const types = contentTypes({ [`/${main}`]: mainTypes[kind] }, more);
  return zipOf([{ name: '[Content_Types].xml', content: types, deflated: true }, { name: main }, ...parts]);
}
