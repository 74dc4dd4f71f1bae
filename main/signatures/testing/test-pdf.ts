import { deflateSync } from 'node:zlib';

/** A PDF that a test can add to, with the objects as they are now. */
export interface TestPdf {
  readonly bytes: Buffer;
  /** The newest text of each object. */
  readonly objects: ReadonlyMap<number, Buffer>;
  /** Where the newest section begins. */
  readonly start: number;
  readonly next: number;
}

type Content = string | Buffer;

export const latin1 = (text: Content): Buffer => (typeof text === 'string' ? Buffer.from(text, 'latin1') : text);

export const catalog = 1;
export const pageTree = 2;
export const page = 3;
export const contents = 4;
export const font = 5;
export const info = 6;
export const textField = 7;

export function streamOf(data: Content, dictionary = ''): Buffer {
  const bytes = latin1(data);
  return Buffer.concat([latin1(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`), bytes, latin1('\nendstream')]);
}

const entry = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;

interface Options {
  readonly section?: 'table' | 'stream';
  readonly trailer?: string;
  /** Leaves out the section, or objects from it. */
  readonly hidden?: readonly number[];
  readonly withoutSection?: boolean;
}

function table(places: ReadonlyMap<number, number>, trailer: string): string {
  const parts: { first: number; entries: string[] }[] = [];
  for (const [number, at] of [...places].toSorted(([a], [b]) => a - b)) {
    const last = parts.at(-1);
    if (last !== undefined && last.first + last.entries.length === number) last.entries.push(entry(at));
    else parts.push({ first: number, entries: [entry(at)] });
  }
  const text = parts.map(({ first, entries }) => `${first} ${entries.length}\n${entries.join('')}`).join('');
  return `xref\n${text}trailer\n<< ${trailer} >>\n`;
}

function sectionStream(number: number, at: number, places: ReadonlyMap<number, number>, trailer: string): Buffer {
  const all = [...places, [number, at] as const].toSorted(([a], [b]) => a - b);
  const rows = all.map(([, place]) => {
    const row = Buffer.alloc(6);
    row[1] = 1;
    row.writeUInt32BE(place, 2);
    // The predictor `Up` of the first row adds nothing, so each row after it has the difference.
    return row;
  });
  const data = rows.map((row, index) => {
    const above = rows[index - 1];
    return Buffer.from([2, ...row.subarray(1).map((byte, column) => byte - (above?.[column + 1] ?? 0))]);
  });
  const index = all.map(([one]) => `${one} 1`).join(' ');
  const dictionary = `/Type /XRef /W [1 4 0] /Index [${index}] ${trailer} /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >>`;
  return Buffer.concat([
    latin1(`${number} 0 obj\n`),
    streamOf(deflateSync(Buffer.concat(data)), dictionary),
    latin1('\nendobj\n'),
  ]);
}

/** Adds a revision with these objects. */
export function append(pdf: TestPdf, changed: Readonly<Record<number, Content>>, options: Options = {}): TestPdf {
  const places = new Map<number, number>();
  const objects = new Map(pdf.objects);
  const pieces: Buffer[] = [pdf.bytes];
  let at = pdf.bytes.length;
  const push = (piece: Content) => {
    const bytes = latin1(piece);
    pieces.push(bytes);
    at += bytes.length;
  };
  for (const [key, content] of Object.entries(changed)) {
    const number = Number(key);
    if (options.hidden?.includes(number) !== true) places.set(number, at);
    objects.set(number, latin1(content));
    push(Buffer.concat([latin1(`${number} 0 obj\n`), latin1(content), latin1('\nendobj\n')]));
  }
  const highest = Math.max(pdf.next - 1, ...Object.keys(changed).map(Number));
  const start = at;
  const size = highest + 1 + (options.section === 'stream' ? 1 : 0);
  const previous = pdf.start > 0 ? `/Prev ${pdf.start}` : '';
  const trailer = options.trailer ?? `/Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R ${previous}`;
  if (options.withoutSection === true) return { ...pdf, bytes: Buffer.concat(pieces), objects, next: size };
  if (options.section === 'stream') push(sectionStream(highest + 1, start, places, trailer));
  else push(table(places, trailer));
  push(`startxref\n${start}\n%%EOF\n`);
  return { bytes: Buffer.concat(pieces), objects, start, next: size };
}

/** One page with a text, and a form with a text field. */
export function makePdf(text = 'I owe 100', section: 'table' | 'stream' = 'table'): TestPdf {
  const empty: TestPdf = { bytes: latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), objects: new Map(), start: 0, next: 1 };
  return append(
    empty,
    {
      [catalog]: `<< /Type /Catalog /Pages ${pageTree} 0 R /AcroForm << /Fields [${textField} 0 R] /DR << /Font << /Helv ${font} 0 R >> >> >> >>`,
      [pageTree]: `<< /Type /Pages /Kids [${page} 0 R] /Count 1 /MediaBox [0 0 300 200] >>`,
      [page]: `<< /Type /Page /Parent ${pageTree} 0 R /Contents ${contents} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> /Annots [${textField} 0 R] >>`,
      [contents]: streamOf(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`),
      [font]: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      [info]: '<< /Producer (Tests) >>',
      [textField]: `<< /FT /Tx /T (amount) /V (100) /Type /Annot /Subtype /Widget /Rect [20 20 120 40] /P ${page} 0 R >>`,
    },
    { section },
  );
}

const textOf = (pdf: TestPdf, number: number): string => pdf.objects.get(number)?.toString('latin1') ?? '';

/** The object with a part of its text replaced. Throws if the part is missing, so that no test changes nothing. */
export function replaced(pdf: TestPdf, number: number, part: string | RegExp, by: string): string {
  const text = textOf(pdf, number);
  const changed = text.replace(part, by);
  if (changed === text) throw new Error(`The object ${number} has no ${String(part)}.`);
  return changed;
}

/** The file with a part of its bytes replaced by as many others. */
export function overwritten(bytes: Buffer, part: string | Buffer, by: string | Buffer, last = false): Buffer {
  const [old, now] = [latin1(part), latin1(by)];
  const at = last ? bytes.lastIndexOf(old) : bytes.indexOf(old);
  if (at < 0 || old.length !== now.length) throw new Error('The part is missing, or has another length.');
  const copy = Buffer.from(bytes);
  now.copy(copy, at);
  return copy;
}
