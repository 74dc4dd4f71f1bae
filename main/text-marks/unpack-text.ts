import { PdfDamage } from '../pdf/pdf-damage.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { isList, type PdfStream, type PdfValue } from '../pdf/pdf-value.ts';
import { unpack } from '../pdf/unpack.ts';

const asLetters: ReadonlySet<PdfValue> = new Set(['/ASCII85Decode', '/A85']);
/** What is read of one stream must fit into the memory. */
const mostPacked = 16 * 1024 * 1024;
const zero = 0x21;
const last = 0x75;
const fourZeros = 0x7a;
const tilde = 0x7e;

/** Reads bytes that are written as letters, five for four: some programs write whole pages so. Throws PdfDamage. */
function readLetters(packed: Buffer): Buffer {
  if (packed.length > mostPacked) throw new PdfDamage('A stream is too long.');
  // One letter for four zeros makes the most of it.
  const plain = Buffer.alloc(packed.length * 4 + 4);
  let length = 0;
  let value = 0;
  let count = 0;
  const put = (bytes: number) => {
    if (value > 0xffff_ffff) throw new PdfDamage('A stream has a number that is too large.');
    for (let at = 0; at < bytes; at += 1) plain[length + at] = Math.floor(value / 256 ** (3 - at)) % 256;
    length += bytes;
    value = 0;
    count = 0;
  };
  for (const byte of packed) {
    if (byte <= 0x20) continue;
    if (byte === tilde) break;
    if (byte === fourZeros && count === 0) put(4);
    else if (byte < zero || byte > last) throw new PdfDamage('A stream has other letters.');
    else {
      value = value * 85 + byte - zero;
      count += 1;
      if (count === 5) put(4);
    }
  }
  if (count > 1) {
    const bytes = count - 1;
    for (let more = count; more < 5; more += 1) value = value * 85 + 84;
    put(bytes);
  }
  return plain.subarray(0, length);
}

/** Unpacks a stream with text, also one that is written as letters. Throws PdfDamage. */
export function unpackText(file: PdfFile, stream: PdfStream): Buffer {
  const { dictionary } = stream;
  const packed = file.packed(stream);
  const filter = file.resolve(dictionary.get('/Filter'));
  const [first, ...rest] = isList(filter) ? filter.map((one) => file.resolve(one)) : [filter];
  if (first === undefined || !asLetters.has(first)) return unpack(packed, dictionary, file.resolve);
  const parameters = file.resolve(dictionary.get('/DecodeParms'));
  const inner = new Map([...dictionary, ['/Filter', rest] as const]);
  if (isList(parameters)) inner.set('/DecodeParms', parameters.slice(1));
  else inner.delete('/DecodeParms');
  return unpack(readLetters(packed), inner, file.resolve);
}
