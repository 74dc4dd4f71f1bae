import { deflateSync } from 'node:zlib';

const page = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Builds a PDF whose cross-reference stream has this dictionary and these bytes. */
function withStream(dictionary: string, data: Buffer = Buffer.alloc(0), body: Buffer = Buffer.alloc(0)): Buffer {
  const at = page.length + body.length;
  const head = `2 0 obj\n<< /Type /XRef ${dictionary} /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([
    latin1(page),
    body,
    latin1(head),
    data,
    latin1(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF`),
  ]);
}

/** Builds a PDF whose table has these parts. */
const withTable = (parts: string, trailer = '<< /Size 2 >>') =>
  latin1(`${page}xref\n${parts}trailer\n${trailer}\nstartxref\n${page.length}\n%%EOF`);

/** Builds object streams that all unpack to megabytes of one byte. */
function objectStreams(count: number, unpacked: number): Buffer {
  const data = deflateSync(Buffer.alloc(unpacked, ' '));
  const one = (number: number) =>
    Buffer.concat([
      latin1(
        `${number} 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
      ),
      data,
      latin1('\nendstream\nendobj\n'),
    ]);
  return Buffer.concat(Array.from({ length: count }, (_none, at) => one(at + 3)));
}

/** Builds sections that each name the one before, with much to search in each dictionary. */
function chain(sections: number, dictionary: string): Buffer {
  let text = page;
  let before = 0;
  for (let at = 0; at < sections; at += 1) {
    const here = text.length;
    text += `xref\n0 1\n0000000000 65535 f \ntrailer\n<< ${dictionary} /Prev ${before} >>\n`;
    before = here;
  }
  return latin1(`${text}startxref\n${before}\n%%EOF`);
}

const object = (number: number) => `${number} 0 obj\n${number === 1 ? '<< /Type /Catalog >>' : '<<>>'}\nendobj\n`;

/** Builds a PDF with so many objects, each as long as `bytes`, as a program writes it. */
export function pdfOfObjects(count: number, bytes = 0): Buffer {
  const places: string[] = ['0000000000 65535 f \n'];
  const pieces: string[] = ['%PDF-1.7\n'];
  let at = 9;
  for (let number = 1; number <= count; number += 1) {
    const text = `${object(number).slice(0, -1)}${' '.repeat(Math.max(0, bytes - object(number).length))}\n`;
    places.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    pieces.push(text);
    at += text.length;
  }
  const table = `xref\n0 ${count + 1}\n${places.join('')}trailer\n<< /Size ${count + 1} /Root 1 0 R >>\n`;
  return latin1(`${pieces.join('')}${table}startxref\n${at}\n%%EOF`);
}

const ends = '\nstartxref\n9\n%%EOF';
const filled = (unit: string, bytes: number) => latin1(`${page}${unit.repeat(bytes / unit.length)}${ends}`);

/**
 * PDFs that made a reader end the app, take a gigabyte, or stand still for a minute, and their relatives. They are made on
 * demand, of about so many bytes where more bytes make it worse.
 */
export const hostilePdfs: Readonly<Record<string, (bytes: number) => Buffer>> = {
  'entries without a width': () => withStream('/W [0 0 0] /Index [0 999999999999]'),
  'entries without a width, and bytes': () => withStream('/W [0 0 0] /Index [0 999999999999]', Buffer.from('xxxx')),
  'millions of entries in a few kilobytes': () =>
    withStream(
      '/W [0 1 0] /Index [0 99999999] /Filter /FlateDecode',
      deflateSync(Buffer.alloc(16 * 1024 * 1024, 9), { level: 9 }),
    ),
  'millions of entries of one byte': () =>
    withStream(
      '/W [1 0 0] /Index [0 99999999] /Filter /FlateDecode',
      deflateSync(Buffer.alloc(16 * 1024 * 1024, 1), { level: 9 }),
    ),
  'a stream that unpacks to gigabytes': () =>
    withStream(
      '/W [1 2 1] /Index [0 9] /Filter /FlateDecode',
      deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 }),
    ),
  'a predictor without columns': () =>
    withStream(
      '/W [1 2 1] /Size 9 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 0 >>',
      deflateSync(Buffer.alloc(15_000_000), { level: 9 }),
    ),
  'a predictor of endless columns': () =>
    withStream(
      '/W [1 2 1] /Size 9 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 999999999999 >>',
      deflateSync(Buffer.alloc(15_000_000), { level: 9 }),
    ),
  'a table of many parts': (bytes) => withTable('0 1\n0000000000 65535 f \n'.repeat(bytes / 24)),
  'a table of empty parts': (bytes) => withTable('0 0\n'.repeat(bytes / 4)),
  'a table of endless length': () => withTable('0 4000000000\n'),
  'a table of many objects': (bytes) =>
    withTable(`1 ${Math.floor(bytes / 20)}\n${'0000000009 00000 n \n'.repeat(bytes / 20)}`),
  'a chain of tables': () => chain(199, '/W [ 1 1 1 1 1 '.repeat(2_000)),
  'a long chain of tables': () => chain(100_000, ''),
  'a table that leads to itself': () => withTable('0 0\n', `<< /Prev ${page.length} /XRefStm ${page.length} >>`),
  'numbers in arrays that nobody closes': () => withStream('/W [ 1 '.repeat(8_000)),
  'dictionaries in dictionaries': () => withStream(`/A ${'<<'.repeat(30_000)}`),
  'arrays in arrays': () => withStream(`/A ${'['.repeat(60_000)}`),
  'strings that nobody closes': () => withStream('/A ('.repeat(15_000)),
  'object streams that unpack to gigabytes': (bytes) =>
    withStream('/W [1 1 1]', Buffer.alloc(0), objectStreams(Math.floor(bytes / 7_000), 7_000_000)),
  'names of object streams': (bytes) => filled('/ObjStm ', bytes),
  'beginnings of object streams': (bytes) => filled('1 0 obj << /Type /ObjStm >> stream\n', bytes),
  'dictionaries of object streams that nobody closes': (bytes) => filled('1 0 obj << /Type /ObjStm /A [ ', bytes),
  'kinds of actions': (bytes) => filled('/S', bytes),
  'kinds of actions before comments': (bytes) => filled('/S%', bytes),
  'escaped names': (bytes) => filled('/S/J#61#76#61#53#63#72#69#70', bytes),
  'byte ranges': (bytes) => filled('/ByteRange /TransformMethod /UR3 ', bytes),
  'objects and nothing else': (bytes) => pdfOfObjects(Math.floor(bytes / 60)),
  'a tree of pages that leads to itself': (bytes) =>
    filled('3 0 obj << /Type /Pages /Kids [3 0 R 3 0 R] /Parent 3 0 R >> endobj\n', bytes),
};
