import { inflateSync } from 'node:zlib';
import { PdfDamage } from './pdf-damage.ts';
import { isDictionary, isList, type PdfDictionary, type PdfValue, wholeNumber } from './pdf-value.ts';

/** One stream, unpacked. A compression bomb ends here. */
const mostInOne = 64 * 1024 * 1024;
const mostColumns = 65_536;
const mostFilters = 4;

const listOf = (value: PdfValue | undefined): readonly PdfValue[] =>
  value === undefined || value === null ? [] : isList(value) ? value : [value];

type Resolve = (value: PdfValue | undefined) => PdfValue;

/** The names of the filters of a stream, as they were applied last to first. */
const filtersOf = (dictionary: PdfDictionary, resolve: Resolve): readonly PdfValue[] =>
  listOf(resolve(dictionary.get('/Filter'))).map((filter) => resolve(filter));

/** Unpacks a stream that is packed by Flate alone, or not at all. Throws PdfDamage for any other, or one above `most`. */
export function unpack(packed: Buffer, dictionary: PdfDictionary, resolve: Resolve, most = mostInOne): Buffer {
  const filters = filtersOf(dictionary, resolve);
  const parameters = listOf(resolve(dictionary.get('/DecodeParms'))).map((one) => resolve(one));
  if (filters.length > mostFilters) throw new PdfDamage('A stream has too many filters.');
  if (filters.length === 0 && packed.length > most) throw new PdfDamage('A stream is too long.');
  let plain = packed;
  for (const [at, filter] of filters.entries()) {
    if (filter !== '/FlateDecode' && filter !== '/Fl') throw new PdfDamage('A stream is packed in another way.');
    const parameter = parameters[at];
    plain = unpredict(inflate(plain, most), isDictionary(parameter) ? parameter : new Map(), resolve);
  }
  return plain;
}

function inflate(packed: Buffer, most: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: most });
  } catch (cause) {
    throw new PdfDamage('A stream cannot be unpacked.', { cause });
  }
}

function unpredict(data: Buffer, parameters: PdfDictionary, resolve: Resolve): Buffer {
  const numberOf = (name: string, otherwise: number) => wholeNumber(resolve(parameters.get(name))) ?? otherwise;
  const predictor = numberOf('/Predictor', 1);
  if (predictor === 1) return data;
  const bitsPerPixel = numberOf('/Colors', 1) * numberOf('/BitsPerComponent', 8);
  const width = Math.ceil((numberOf('/Columns', 1) * bitsPerPixel) / 8);
  const step = Math.max(1, bitsPerPixel >> 3);
  if (predictor < 10 || width < 1 || width > mostColumns) throw new PdfDamage('A stream has another predictor.');
  return withoutPng(data, width, step);
}

/** What a predictor expects, of the byte to the left, the one above, and the one above that to the left. */
function guessOf(kind: number, left: number, above: number, corner: number): number {
  if (kind < 3) return kind === 0 ? 0 : kind === 1 ? left : above;
  if (kind === 3) return (left + above) >> 1;
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Takes back the predictors of PNG. Each row has a byte that says which. */
function withoutPng(data: Buffer, width: number, step: number): Buffer {
  const rows = Math.floor(data.length / (width + 1));
  const plain = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (width + 1);
    const to = row * width;
    const kind = data[from] ?? 0;
    if (kind > 4) throw new PdfDamage('A row has no predictor.');
    for (let column = 0; column < width; column += 1) {
      const left = column < step ? 0 : (plain[to + column - step] ?? 0);
      const above = row === 0 ? 0 : (plain[to + column - width] ?? 0);
      const corner = row === 0 || column < step ? 0 : (plain[to + column - width - step] ?? 0);
      plain[to + column] = (data[from + 1 + column] ?? 0) + guessOf(kind, left, above, corner);
    }
  }
  return plain;
}
