import type { PdfDocument } from './pdf-document.ts';
import { dictionary, type ObjectName, wholeNumber } from './pdf-text.ts';

/** Objects that a revision adds or changes. Their texts are in Latin-1. */
export interface NewObject extends ObjectName {
  readonly content: string | Buffer;
}

export const latin1 = (text: string | Buffer): Buffer =>
  typeof text === 'string' ? Buffer.from(text, 'latin1') : text;

export function streamOf(data: string | Buffer, entries = ''): Buffer {
  const bytes = latin1(data);
  return Buffer.concat([latin1(`<< ${entries} /Length ${bytes.length} >>\nstream\n`), bytes, latin1('\nendstream')]);
}

/** The number of the first object that the document does not have. */
export const nextNumber = ({ trailer }: PdfDocument): number => wholeNumber(trailer.get('/Size'));

interface Written {
  readonly bytes: Buffer;
  readonly places: ReadonlyMap<ObjectName, number>;
  readonly end: number;
}

function writeObjects(objects: readonly NewObject[], from: number): Written {
  const places = new Map<ObjectName, number>();
  const pieces: Buffer[] = [];
  let end = from;
  for (const one of objects) {
    const piece = Buffer.concat([
      latin1(`${one.number} ${one.generation} obj\n`),
      latin1(one.content),
      latin1('\nendobj\n'),
    ]);
    places.set(one, end);
    pieces.push(piece);
    end += piece.length;
  }
  return { bytes: Buffer.concat(pieces), places, end };
}

const digits = (number: number, width: number): string => String(number).padStart(width, '0');

/** The table in the classic form. */
function tableOf(places: ReadonlyMap<ObjectName, number>, trailer: ReadonlyMap<string, string>): string {
  const rows = [...places].toSorted(([a], [b]) => a.number - b.number);
  const parts = rows.map(
    ([{ number, generation }, at]) => `${number} 1\n${digits(at, 10)} ${digits(generation, 5)} n \n`,
  );
  return `xref\n${parts.join('')}trailer\n${dictionary(trailer)}\n`;
}

/** The table as a stream, for files that have it so. */
function streamOfTable(places: ReadonlyMap<ObjectName, number>, trailer: ReadonlyMap<string, string>): Buffer {
  const rows = [...places].toSorted(([a], [b]) => a.number - b.number);
  const data = Buffer.concat(
    rows.map(([{ generation }, at]) => {
      const row = Buffer.alloc(8, 1);
      row.writeUIntBE(at, 1, 5);
      row.writeUInt16BE(generation, 6);
      return row;
    }),
  );
  const index = rows.map(([{ number }]) => `${number} 1`).join(' ');
  const entries = [...trailer].map(([name, value]) => `${name} ${value}`).join(' ');
  return streamOf(data, `/Type /XRef /W [1 5 2] /Index [${index}] ${entries}`);
}

function trailerOf({ trailer }: PdfDocument, size: number): Map<string, string> {
  const found = new Map([['/Size', String(size)]]);
  for (const name of ['/Root', '/Info', '/ID']) {
    const value = trailer.get(name);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

/** Adds a revision: everything that was there stays where it is. */
export function appendRevision(pdf: PdfDocument, objects: readonly NewObject[]): Buffer {
  const gap = /[\r\n]$/.test(pdf.bytes.toString('latin1', pdf.bytes.length - 1)) ? '' : '\n';
  const written = writeObjects(objects, pdf.bytes.length + gap.length);
  const size = Math.max(nextNumber(pdf), ...objects.map(({ number }) => number + 1));
  const trailer = trailerOf(pdf, pdf.hasStreams ? size + 1 : size).set('/Prev', String(pdf.start));
  const own = { number: size, generation: 0 };
  const section = pdf.hasStreams
    ? writeObjects(
        [{ ...own, content: streamOfTable(new Map([...written.places, [own, written.end]]), trailer) }],
        written.end,
      ).bytes
    : latin1(tableOf(written.places, trailer));
  const end = latin1(`startxref\n${written.end}\n%%EOF\n`);
  return Buffer.concat([pdf.bytes, latin1(gap), written.bytes, section, end]);
}

/** The same document with all objects in other places, as services make it that build each file anew. */
export function rewritten(pdf: PdfDocument): Buffer {
  const objects: NewObject[] = [];
  for (let number = nextNumber(pdf) - 1; number > 0; number -= 1) {
    const place = pdf.find(number);
    if (place === null) continue;
    if (!('at' in place)) {
      objects.push({ number, generation: 0, content: pdf.load({ number, generation: 0 }) });
      continue;
    }
    const whole = pdf.bytes.subarray(place.at, pdf.endOf(place.at));
    const content = whole.subarray(whole.indexOf('obj') + 3, whole.length - 'endobj'.length);
    // What they hold is written on its own.
    if (!/\/Type\s*\/(?:XRef|ObjStm)\b/.test(whole.toString('latin1', 0, 400)))
      objects.push({ number, generation: place.generation, content });
  }
  const head = latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  const written = writeObjects(objects, head.length);
  const section = latin1(tableOf(written.places, trailerOf(pdf, nextNumber(pdf))));
  return Buffer.concat([head, written.bytes, section, latin1(`startxref\n${written.end}\n%%EOF\n`)]);
}
