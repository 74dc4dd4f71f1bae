import type { Bytes } from './zip-directory.ts';

const edge = 1024;
const tailBytes = 64 * 1024;

export interface PdfMarks {
  readonly whole: boolean;
  readonly encrypted: boolean;
}

/** The head says whether this is a PDF; readers accept the mark anywhere in the first kilobyte. */
export const isPdf = (head: Buffer): boolean => head.subarray(0, edge).includes('%PDF-');

/** The end of a PDF and its trailer, wherever that is: at the end of the file, or where `startxref` points to. */
export async function readPdfMarks(bytes: Bytes): Promise<PdfMarks> {
  const at = Math.max(0, bytes.size - tailBytes);
  const tail = withoutPadding(await bytes.read(at, bytes.size - at)).toString('latin1');
  const end = tail.lastIndexOf('%%EOF');
  if (end < 0 || end < tail.length - edge) return { whole: false, encrypted: false };
  const found = /startxref\s+(\d{1,12})\s*$/.exec(tail.slice(0, end));
  const pointed = found ? Number(found[1]) : bytes.size;
  const there = pointed < bytes.size ? await bytes.read(pointed, Math.min(tailBytes, bytes.size - pointed)) : null;
  return {
    whole: true,
    encrypted: namesEncryption(tail) || (there !== null && namesEncryption(there.toString('latin1'))),
  };
}

/** Some programs fill a file up with zeros or blanks. */
function withoutPadding(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end -= 1;
  return bytes.subarray(0, end);
}

/**
 * In a trailer, or in the dictionary of the cross-reference stream that takes its place. Whatever follows `stream` is
 * content, where the word means nothing.
 */
function namesEncryption(text: string): boolean {
  const encrypt = /\/Encrypt\s*(\d+\s+\d+\s+R\b|<<)/;
  const trailers = text.split(/\btrailer\b/).slice(1);
  if (trailers.some((trailer) => encrypt.test(trailer.split('startxref', 1)[0] ?? ''))) return true;
  const object = /^\s*\d+\s+\d+\s+obj\b/.test(text) ? (text.split(/\bstream\b/, 1)[0] ?? '') : '';
  return /\/Type\s*\/XRef\b/.test(object) && encrypt.test(object);
}

const byteRange = Buffer.from('/ByteRange');
const signature = Buffer.from('/Sig');

/** Looks for a signature while the file passes by: it stands in plain bytes, but anywhere. */
export function createSignatureScan() {
  const wanted = [byteRange, signature];
  let found: readonly Buffer[] = [];
  let carry = Buffer.alloc(0);
  return {
    look(chunk: Uint8Array): void {
      const missing = wanted.filter((word) => !found.includes(word));
      if (missing.length === 0) return;
      const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      // A word may lie across two chunks.
      const seam = Buffer.concat([carry, piece.subarray(0, byteRange.length)]);
      found = [...found, ...missing.filter((word) => seam.includes(word) || piece.includes(word))];
      // Copied, for the chunk's memory is filled again. Short chunks gather until they are long enough to hold a word.
      const last = piece.length < byteRange.length ? Buffer.concat([carry, piece]) : piece;
      carry = Buffer.from(last.subarray(-(byteRange.length - 1)));
    },
    signed: (): boolean => found.length === wanted.length,
  };
}
