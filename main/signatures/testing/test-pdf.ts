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
  readonly section?: 'table' | 'stream' | 'hybrid';
  readonly trailer?: string;
  /** More entries of the trailer. */
  readonly trailerEntries?: string;
  /** Objects that are packed into one stream. Needs a section that is a stream, or a table with one beside it. */
  readonly packed?: readonly number[];
  /** Leaves out the section, or objects from it. */
  readonly hidden?: readonly number[];
  readonly withoutSection?: boolean;
}

function table(rows: ReadonlyMap<number, Row>, trailer: string): string {
  const parts: { first: number; entries: string[] }[] = [];
  for (const [number, [kind, at]] of [...rows].toSorted(([a], [b]) => a - b)) {
    const last = parts.at(-1);
    const text = kind === 1 ? entry(at) : '0000000000 65535 f \n';
    if (last !== undefined && last.first + last.entries.length === number) last.entries.push(text);
    else parts.push({ first: number, entries: [text] });
  }
  const all = parts.map(({ first, entries }) => `${first} ${entries.length}\n${entries.join('')}`).join('');
  return `xref\n${all}trailer\n<< ${trailer} >>\n`;
}

/** The fields of an entry in a stream: its kind, and two numbers. */
type Row = readonly [kind: number, first: number, second: number];

const plainRow = (at: number): Row => [1, at, 0];

function sectionStream(number: number, at: number, rows: ReadonlyMap<number, Row>, trailer: string): Buffer {
  const all = [...rows, [number, plainRow(at)] as const].toSorted(([a], [b]) => a - b);
  const plain = all.map(([, [kind, first, second]]) => {
    const row = Buffer.alloc(7);
    row[0] = kind;
    row.writeUInt32BE(first, 1);
    row.writeUInt16BE(second, 5);
    return row;
  });
  // The predictor `Up`: each row has the difference to the one above.
  const data = plain.map((row, index) => {
    const above = plain[index - 1];
    return Buffer.from([2, ...row.map((byte, column) => byte - (above?.[column] ?? 0))]);
  });
  const index = all.map(([one]) => `${one} 1`).join(' ');
  const dictionary = `/Type /XRef /W [1 4 2] /Index [${index}] ${trailer} /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 7 >>`;
  return Buffer.concat([
    latin1(`${number} 0 obj\n`),
    streamOf(deflateSync(Buffer.concat(data)), dictionary),
    latin1('\nendobj\n'),
  ]);
}

/** Several objects in one stream, in the order of their numbers. */
function objectStream(objects: readonly (readonly [number, Content])[]): Buffer {
  const bodies = objects.map(([, content]) => Buffer.concat([latin1(content), latin1('\n')]));
  let at = 0;
  const places = objects.map(([number], index) => {
    const place = `${number} ${at} `;
    at += bodies[index]?.length ?? 0;
    return place;
  });
  const head = latin1(places.join(''));
  const dictionary = `/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`;
  return streamOf(deflateSync(Buffer.concat([head, ...bodies])), dictionary);
}

/** Adds a revision with these objects. */
export function append(pdf: TestPdf, changed: Readonly<Record<number, Content>>, options: Options = {}): TestPdf {
  const rows = new Map<number, Row>();
  const objects = new Map(pdf.objects);
  const pieces: Buffer[] = [pdf.bytes];
  let at = pdf.bytes.length;
  const push = (piece: Content) => {
    const bytes = latin1(piece);
    pieces.push(bytes);
    at += bytes.length;
  };
  const packed: (readonly [number, Content])[] = [];
  const write = (number: number, content: Content) => {
    if (options.hidden?.includes(number) !== true) rows.set(number, plainRow(at));
    push(Buffer.concat([latin1(`${number} 0 obj\n`), latin1(content), latin1('\nendobj\n')]));
  };
  for (const [key, content] of Object.entries(changed)) {
    const number = Number(key);
    objects.set(number, latin1(content));
    if (options.packed?.includes(number) === true) packed.push([number, content]);
    else write(number, content);
  }
  let next = Math.max(pdf.next, ...Object.keys(changed).map((key) => Number(key) + 1));
  if (packed.length > 0) {
    for (const [index, [number]] of packed.entries()) rows.set(number, [2, next, index]);
    write(next, objectStream(packed));
    next += 1;
  }
  if (options.withoutSection === true) return { ...pdf, bytes: Buffer.concat(pieces), objects, next };
  const previous = pdf.start > 0 ? `/Prev ${pdf.start}` : '';
  const isTable = options.section !== 'stream';
  const hasStream = options.section === 'stream' || options.section === 'hybrid';
  const size = next + (hasStream ? 1 : 0);
  const trailer =
    options.trailer ??
    `/Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R ${previous} ${options.trailerEntries ?? ''}`;
  const streamAt = at;
  if (hasStream) push(sectionStream(next, at, rows, trailer));
  const start = isTable ? at : streamAt;
  // The table of a hybrid file leaves out what only the stream can tell.
  const inTable = new Map([...rows].filter(([, [kind]]) => kind === 1));
  if (isTable) push(table(inTable, hasStream ? `${trailer} /XRefStm ${streamAt}` : trailer));
  push(`startxref\n${start}\n%%EOF\n`);
  return { bytes: Buffer.concat(pieces), objects, start, next: size };
}

/** One page with a text, and a form with a text field. */
export function makePdf(text = 'I owe 100', options: Options = {}): TestPdf {
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
    options,
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
