import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { limits } from '../../preload/contract/limits.ts';
import type { PdfDictionary, PdfReference, PdfValue } from '../pdf/pdf-value.ts';
import { TooLarge } from './join-refusal.ts';
import { writeValue } from './write-value.ts';

/** Objects of all files together. */
const mostObjects = 300_000;
/** Objects in one stream, and their length, until it is written. */
const mostInStream = 200;
const mostStreamBytes = 512 * 1024;

export const referTo = (number: number): PdfReference => ({ kind: 'reference', number, generation: 0 });

/** An object of its own, or the place among others in an object stream. */
type Row = readonly [kind: 1 | 2, first: number, second: number];

/**
 * Writes a new PDF. It packs objects into streams, as many files come to us that way and would grow otherwise. The same
 * objects give the same bytes.
 */
export function createPdfWriter(version: string) {
  const head = Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1');
  const pieces: Buffer[] = [head];
  let length = head.length;
  let next = 1;
  const rows = new Map<number, Row>();
  let waiting: { readonly number: number; readonly text: string }[] = [];
  let waitingBytes = 0;

  function push(piece: Buffer): void {
    length += piece.length;
    if (length > limits.fileBytes) throw new TooLarge();
    pieces.push(piece);
  }

  function reserve(): number {
    if (next > mostObjects) throw new TooLarge();
    next += 1;
    return next - 1;
  }

  function writeStream(number: number, dictionary: PdfDictionary, data: Buffer): void {
    rows.set(number, [1, length, 0]);
    const entries = writeValue(new Map<string, PdfValue>([...dictionary, ['/Length', data.length]]));
    push(Buffer.from(`${number} 0 obj\n${entries}\nstream\n`, 'latin1'));
    push(data);
    push(Buffer.from('\nendstream\nendobj\n'));
  }

  function flush(): void {
    if (waiting.length === 0) return;
    const stream = reserve();
    let at = 0;
    const places: string[] = [];
    for (const [index, { number, text }] of waiting.entries()) {
      rows.set(number, [2, stream, index]);
      places.push(`${number} ${at}`);
      at += text.length + 1;
    }
    const index = `${places.join(' ')}\n`;
    const data = Buffer.from(index + waiting.map(({ text }) => `${text}\n`).join(''), 'latin1');
    const dictionary = new Map<string, PdfValue>([
      ['/Type', '/ObjStm'],
      ['/N', waiting.length],
      ['/First', index.length],
      ['/Filter', '/FlateDecode'],
    ]);
    waiting = [];
    waitingBytes = 0;
    writeStream(stream, dictionary, deflateSync(data));
  }

  function put(number: number, value: PdfValue): void {
    const text = writeValue(value);
    if (text.length > limits.fileBytes) throw new TooLarge();
    waiting.push({ number, text });
    waitingBytes += text.length;
    if (waiting.length >= mostInStream || waitingBytes >= mostStreamBytes) flush();
  }

  return {
    reserve,
    put,
    putStream: writeStream,
    add(value: PdfValue): PdfReference {
      const number = reserve();
      put(number, value);
      return referTo(number);
    },
    /** Ends the file. Objects that nothing was put in are null, as a missing object is. */
    end(root: PdfReference): Buffer {
      flush();
      const number = reserve();
      const start = length;
      rows.set(number, [1, start, 0]);
      const table = Buffer.alloc(7 * (number + 1));
      table.writeUInt16BE(0xffff, 5);
      for (const [one, [kind, first, second]] of rows) {
        table[7 * one] = kind;
        table.writeUInt32BE(first, 7 * one + 1);
        table.writeUInt16BE(second, 7 * one + 5);
      }
      const content = createHash('sha256');
      for (const piece of pieces) content.update(piece);
      const id: PdfValue = { kind: 'text', bytes: content.digest().subarray(0, 16), isHex: true, at: 0, end: 0 };
      const dictionary = new Map<string, PdfValue>([
        ['/Type', '/XRef'],
        ['/Size', number + 1],
        ['/W', [1, 4, 2]],
        ['/Root', root],
        ['/ID', [id, id]],
        ['/Filter', '/FlateDecode'],
      ]);
      writeStream(number, dictionary, deflateSync(table));
      push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
      return Buffer.concat(pieces);
    },
  };
}

export type PdfWriter = ReturnType<typeof createPdfWriter>;
