import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pdfOf } from '../testing/sample-files.ts';
import { createActionScan } from './action-scan.ts';
import { readPdfRemarks } from './pdf-remarks.ts';

const remarksOf = (content: Buffer) =>
  readPdfRemarks({ size: content.length, read: async (from, length) => content.subarray(from, from + length) });

/** An object stream, which may be packed, and state its length in another object. */
function objectStream(text: string, more = '/Filter /FlateDecode', length: string | null = null): Buffer {
  const data = more.includes('/Filter') ? deflateSync(Buffer.from(text)) : Buffer.from(text);
  const head = `7 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${more} /Length ${length ?? data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')]);
}
const withStream = (stream: Buffer, trailer?: string) => pdfOf(stream.toString('latin1'), trailer);
const launch = '<< /S /Launch /F (a.exe) >>';

describe('a remark on a PDF', () => {
  test.each([
    ['nothing special', '', []],
    ['a program that starts', launch, ['starts-program']],
    ['a script', '<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>', ['script']],
    [
      'both, and a signature',
      `${launch} << /S/JavaScript >> << /Type /Sig /ByteRange [0 1 2 3] >>`,
      ['starts-program', 'script', 'signed'],
    ],
    ['letters written as numbers', '<< /#53 /L#61unch >> << /S /#4aava#53cript >>', ['starts-program', 'script']],
    ['blanks and comments between', '<< /S \r\n%a /S (\n\t% b\r/Launch >>', ['starts-program']],
    ['another kind of action', '<< /S /URI /URI (https://a.ch) >>', []],
    ['scripts by their name in the document', '<< /Names << /JavaScript 5 0 R >> >>', ['script']],
    ['a kind in another object', '4 0 obj << /S 5 0 R >> endobj 5 0 obj /JavaScript endobj', ['script']],
    ['a script in another kind of action', '<< /S /Rendition /JS (app.alert(1)) >>', ['script']],
    ['a script in hexadecimal', '<< /S /Rendition /JS %a\n <41> >>', ['script']],
    ['a script elsewhere', '<< /S /Rendition /J#53 5 0 R >>', ['script']],
    ['a name that is no script', '/JS /JSX (a) /JS x /JS', []],
    ['a longer name', '<< /S /Launcher >> << /S /JavaScripts >>', []],
  ])('%s', async (_name, body, remarks) => {
    expect(await remarksOf(pdfOf(body))).toEqual(remarks);
  });

  test.each([
    ['packed', objectStream(`1 0 ${launch}`)],
    ['not packed', objectStream(`1 0 ${launch}`, '')],
    ['with its length elsewhere', objectStream(`1 0 ${launch}`, '/Filter [/FlateDecode]', '9 0 R')],
    [
      'with a line break in its first line',
      Buffer.from(objectStream(`1 0 ${launch}`).toString('latin1').replace('7 0 obj', '7 0\nobj'), 'latin1'),
    ],
  ])('an action in an object stream, %s', async (_name, stream) => {
    expect(await remarksOf(withStream(stream))).toEqual(['starts-program']);
  });

  test('an object stream that we cannot read is told, unless all is encrypted', async () => {
    const stream = objectStream(launch, '/Filter /FlateDecode').fill(0x41, 100, 120);
    const packedAs = objectStream(launch, '/Filter /LZWDecode');
    expect(await remarksOf(withStream(stream))).toEqual(['unchecked']);
    expect(await remarksOf(withStream(packedAs))).toEqual(['unchecked']);
    expect(await remarksOf(withStream(stream, '<< /Encrypt 5 0 R >>'))).toEqual([]);
  });

  test.each([
    [
      'that names its type late',
      objectStream(`1 0 ${launch}`)
        .toString('latin1')
        .replace('<< ', `<< /A (${'a'.repeat(2_000)}) `),
    ],
    [
      'with a long dictionary',
      objectStream(`1 0 ${launch}`, `/A (${'a'.repeat(9_000)}) /Filter /FlateDecode`).toString('latin1'),
    ],
  ])('an object stream %s is told', async (_name, stream) => {
    expect(await remarksOf(pdfOf(stream))).toEqual(['unchecked']);
  });

  test('is found at any chunk boundary', () => {
    const body = Buffer.from(`xx /Size 9 << /S %c\n /J#61vaScript >> /S /Launch`);
    fc.assert(
      fc.property(fc.array(fc.nat(body.length), { maxLength: 20 }), (cuts) => {
        const scan = createActionScan();
        let from = 0;
        for (const to of [...cuts.toSorted((a, b) => a - b), body.length]) {
          scan.look(body.subarray(from, to));
          from = to;
        }
        expect([...scan.end().actions]).toEqual(['script', 'starts-program']);
      }),
      { numRuns: 1_000 },
    );
  });
});
