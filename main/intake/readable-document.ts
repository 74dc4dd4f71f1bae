import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { unhurried } from '../time/slices.ts';
import { createWindow, readAll } from './byte-window.ts';
import type { ContentKind } from './content.ts';
import { isReadablePdf } from './pdf/readable-pdf.ts';
import { type Bytes, localBytes, localRecord, readZipDirectory, type ZipEntry } from './zip-directory.ts';

const pieceBytes = 256 * 1024;
const smallBytes = 64 * 1024;
/** All parts of an Office file together. A zip bomb ends here. */
const mostUnpacked = 256 * 1024 * 1024;
const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/**
 * Tells whether the structure of every part is valid. Asked before a folder sends a file without a person: the marks
 * that `judgeContent` checks are also there when a slow copy has replaced only the beginning of an older file.
 */
export async function isReadableDocument(kind: ContentKind, bytes: Bytes): Promise<boolean> {
  try {
    return kind === 'pdf' ? isReadablePdf(await readAll(bytes)) : await isReadableZip(bytes);
  } catch {
    // A structure that leads outside of the file is not that of a whole document.
    return false;
  }
}

async function isReadableZip(bytes: Bytes): Promise<boolean> {
  const begin = (await bytes.read(0, Math.min(bytes.size, 1_024))).indexOf(zipMark);
  const directory = begin < 0 ? null : await readZipDirectory(bytes, begin);
  if (!directory?.ok || directory.entries.length === 0) return false;
  const near = { size: bytes.size, read: createWindow(bytes) };
  let left = mostUnpacked;
  for await (const entry of unhurried(directory.entries)) {
    left -= entry.unpacked;
    if (left < 0 || !(await isReadablePart(near, entry))) return false;
  }
  return true;
}

async function isReadablePart(bytes: Bytes, entry: ZipEntry): Promise<boolean> {
  const { at, packed, unpacked, method, encrypted } = entry;
  if (encrypted || (method !== 0 && method !== 8)) return false;
  const head = await bytes.read(at, localBytes);
  if (head.length < localBytes || head.readUInt32LE(0) !== localRecord) return false;
  const from = at + localBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (packed <= smallBytes && unpacked <= smallBytes) return isReadableSmall(await bytes.read(from, packed), entry);
  let size = 0;
  let sum = 0;
  async function count(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of source) {
      size += piece.length;
      if (size > unpacked) throw new Error('The part is larger than its directory says.');
      sum = crc32(piece, sum);
    }
  }
  const source = pieces(bytes, from, packed);
  await (method === 8 ? pipeline(source, createInflateRaw(), count) : count(source));
  return size === unpacked && sum === entry.crc32;
}

/** Unpacks a small part at once: a stream for each of thousands of parts would take seconds. */
function isReadableSmall(content: Buffer, { method, unpacked, crc32: sum }: ZipEntry): boolean {
  const plain = method === 8 ? inflateRawSync(content, { maxOutputLength: smallBytes }) : content;
  return plain.length === unpacked && crc32(plain) === sum;
}

async function* pieces(bytes: Bytes, from: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += pieceBytes)
    // oxlint-disable-next-line no-await-in-loop -- in the order of the file
    yield await bytes.read(from + at, Math.min(pieceBytes, length - at));
}
