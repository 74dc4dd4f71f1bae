import { unhurried } from '../time/slices.ts';
import type { Bytes } from './zip-directory.ts';

const edge = 1024;
const tailBytes = 64 * 1024;
/** Mail programs may remove the last line break. */
const lineBreak = 2;

export interface PdfMarks {
  readonly whole: boolean;
  readonly encrypted: boolean;
}

const mark = '%PDF-';

/** Looks for the mark anywhere in the first kilobyte, as PDF readers do. */
export const isPdf = (head: Buffer): boolean => head.subarray(0, edge).includes(mark);

/** Reads the head and the end of a PDF, and its trailer: at the end of the file, or where `startxref` points to. */
export async function readPdfMarks(bytes: Bytes): Promise<PdfMarks> {
  const head = (await bytes.read(0, Math.min(bytes.size, 2 * edge))).toString('latin1');
  const begin = Math.max(0, head.indexOf(mark));
  const at = Math.max(0, bytes.size - tailBytes);
  const tail = withoutPadding(await bytes.read(at, bytes.size - at)).toString('latin1');
  const end = tail.lastIndexOf('%%EOF');
  if (
    end < 0 ||
    end < tail.length - edge ||
    continuesAfter(tail.slice(end)) ||
    bytes.size - begin + lineBreak < statedLength(head)
  )
    return { whole: false, encrypted: false };
  const found = /^startxref\s+(\d{1,12})\s*$/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref', end)), end));
  let encrypted = namesEncryption(tail);
  // Offsets in a PDF count from its mark. Some programs that write bytes before the mark count from the start of the file.
  for await (const place of unhurried(found ? new Set([Number(found[1]) + begin, Number(found[1])]) : [])) {
    if (encrypted || place >= bytes.size) continue;
    const there = await bytes.read(place, Math.min(tailBytes, bytes.size - place));
    encrypted = namesEncryption(there.toString('latin1'));
  }
  return { whole: true, encrypted };
}

/**
 * Tells whether the PDF continues after this end mark. It then belongs to a first page, an earlier revision or an
 * embedded PDF.
 */
const continuesAfter = (afterEnd: string): boolean =>
  /\b\d+\s+\d+\s+o(?:bj\b|b?$)|\bend(?:obj|stream)\b/.test(afterEnd);

/** Returns the file length that a linearized PDF states in its first dictionary. 0 for every other PDF. */
function statedLength(head: string): number {
  const [first = ''] = head.split('endobj', 1);
  const said = first.includes('/Linearized') ? /\/L\s*(\d{1,12})\b/.exec(first) : null;
  return said ? Number(said[1]) : 0;
}

/** Removes zeros or blanks with which some programs pad a file. */
function withoutPadding(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end -= 1;
  return bytes.subarray(0, end);
}

/**
 * Looks for `/Encrypt` in a trailer, or in the dictionary of the cross-reference stream that replaces it. Text after
 * `stream` is content, where the word means nothing.
 */
function namesEncryption(text: string): boolean {
  const encrypt = /\/Encrypt\s*(\d+\s+\d+\s+R\b|<<)/;
  const trailers = text.split(/\btrailer\b/).slice(1);
  if (trailers.some((trailer) => encrypt.test(trailer.split('startxref', 1)[0] ?? ''))) return true;
  const object = /^\s*\d+\s+\d+\s+obj\b/.test(text) ? (text.split(/\bstream\b/, 1)[0] ?? '') : '';
  return /\/Type\s*\/XRef\b/.test(object) && encrypt.test(object);
}
