import { beginsLikeMail } from './mail-mark.ts';
import { readOfficeType } from './office-type.ts';
import { isPdf, readPdfMarks } from './pdf-marks.ts';
import type { ContentRefusal, Remark } from './refusal.ts';
import type { Bytes } from './zip-directory.ts';

export const mimeTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type ContentKind = keyof typeof mimeTypes;

const kinds = ['pdf', 'docx', 'xlsx'] as const satisfies readonly ContentKind[];
export const kindOfType = (type: string): ContentKind => kinds.find((kind) => mimeTypes[kind] === type) ?? 'pdf';

export type Judged =
  | { readonly ok: true; readonly kind: ContentKind; readonly remarks: readonly Remark[] }
  | { readonly ok: false; readonly reason: ContentRefusal };

const refuse = (reason: ContentRefusal): Judged => ({ ok: false, reason });

const programs: readonly (readonly number[])[] = [
  [0x4d, 0x5a], // Windows
  [0x7f, 0x45, 0x4c, 0x46], // Linux
  [0xfe, 0xed, 0xfa, 0xce], // macOS, in every order of bytes
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  [0x23, 0x21], // a script
];
const zip = [0x50, 0x4b, 0x03, 0x04];
const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const startsWith = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);

/** Finds the kind of a file by its content, because names may lie. Reads a bounded part of any file. */
export async function judgeContent(bytes: Bytes): Promise<Judged> {
  const head = await bytes.read(0, Math.min(bytes.size, 1024));
  // Check for programs first: a program may contain the mark of a PDF in its head.
  if (programs.some((program) => startsWith(head, program))) return refuse('program');
  if (startsWith(head, compound)) return refuse(await judgeCompound(bytes, head));
  // A zip may have a few bytes before its mark, like a PDF.
  const zipAt = head.indexOf(Buffer.from(zip));
  if (zipAt === 0 || (zipAt > 0 && !isPdf(head))) return judgeZip(bytes, zipAt);
  if (!isPdf(head)) return refuse(beginsLikeMail(head) ? 'mail' : 'unknown-type');
  const { whole, encrypted } = await readPdfMarks(bytes);
  return whole ? { ok: true, kind: 'pdf', remarks: encrypted ? ['encrypted'] : [] } : refuse('incomplete');
}

async function judgeZip(bytes: Bytes, begin: number): Promise<Judged> {
  const type = await readOfficeType(bytes, begin);
  return type === 'docx' || type === 'xlsx' ? { ok: true, kind: type, remarks: [] } : refuse(type);
}

const oldOffice = ['WordDocument', 'Workbook', 'Book', 'PowerPoint Document'];
/** Names in a mail that Outlook saved. */
const mail = ['__properties_version1.0', '__substg1.0_', '__nameid_version1.0'];

/**
 * Judges a compound file: Office before 2007, a password-protected Office file of today, or a file of another program.
 */
async function judgeCompound(bytes: Bytes, head: Buffer): Promise<ContentRefusal> {
  if (head.length < 512) return 'old-office';
  const sectorBytes = 2 ** Math.min(head.readUInt16LE(0x1e), 16);
  const directoryAt = (head.readUInt32LE(0x30) + 1) * sectorBytes;
  if (directoryAt >= bytes.size) return 'old-office';
  const entries = await bytes.read(directoryAt, Math.min(4096, bytes.size - directoryAt));
  const names = (some: readonly string[]) => some.some((name) => entries.includes(Buffer.from(name, 'utf16le')));
  if (names(['EncryptedPackage'])) return 'password-protected';
  // An old Office file may contain a mail.
  return names(mail) && !names(oldOffice) ? 'mail' : 'old-office';
}
