import { inflateSync } from 'node:zlib';
import { isDictionary, numberIn, type PdfDictionary, type PdfValue } from './pdf-object.ts';

/** Columns of a predictor: cross-reference entries and objects need few. */
const mostColumns = 4_096;

/** Filters may be one name, or an array of one name. */
const single = (value: PdfValue | undefined): PdfValue | undefined =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

/**
 * Unpacks a stream to at most `most` bytes. Null: it has more, is damaged, or is packed in a way that nobody uses for
 * tables and objects.
 */
export function unpackStream(dictionary: PdfDictionary, packed: Buffer, most: number): Buffer | null {
  const filter = single(dictionary.get('/Filter'));
  if (filter === undefined) return packed.length <= most ? packed : null;
  if (filter !== '/FlateDecode' || most <= 0) return null;
  try {
    const plain = inflateSync(packed, { maxOutputLength: most });
    const given = single(dictionary.get('/DecodeParms'));
    const parameters: PdfDictionary = isDictionary(given) ? given : new Map();
    const predictor = numberIn(parameters, '/Predictor') ?? 1;
    return predictor < 10 ? plain : withoutPredictor(plain, numberIn(parameters, '/Columns') ?? 1);
  } catch {
    return null;
  }
}

/** Undoes the predictors of PNG. Writers of PDFs use `Up` and sometimes `None` and `Sub`. */
function withoutPredictor(data: Buffer, columns: number): Buffer | null {
  if (columns < 1 || columns > mostColumns) return null;
  const rows = Math.floor(data.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = data[row * (columns + 1)];
    if (kind === undefined || kind > 2) return null;
    for (let column = 0; column < columns; column += 1) {
      const value = data[row * (columns + 1) + 1 + column] ?? 0;
      const to = row * columns + column;
      const above = row === 0 ? 0 : (plain[to - columns] ?? 0);
      const left = column === 0 ? 0 : (plain[to - 1] ?? 0);
      plain[to] = value + (kind === 2 ? above : kind === 1 ? left : 0);
    }
  }
  return plain;
}
