import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strictly, tolerantly } from '../../pdf/manner.ts';
import { unlessDamaged } from '../../pdf/pdf-damage.ts';
import { readValue } from '../../pdf/value-reader.ts';
import { readOfficeRemarks } from '../office-remarks.ts';
import { isReadableDocument } from '../readable-document.ts';
import { docx, pdfOf, pdfWithStream } from '../testing/sample-files.ts';
import { readPdfRemarks } from './pdf-remarks.ts';

const words = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '/',
  '/W',
  '/Type /XRef',
  '5 0 R',
  '-1',
  '9999999999',
  '\\',
  '%',
  ' ',
  '\n',
  'obj',
];
const hostileText = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((all) => Buffer.from(all.join('')));

test.each([
  ['strictly', strictly],
  ['tolerantly', tolerantly],
])('any words of a PDF are a value or none, which ends within them: %s', (_name, manner) => {
  fc.assert(
    fc.property(hostileText, fc.nat(10), (bytes, from) => {
      const found = unlessDamaged(() => readValue(bytes, from, manner));
      if (found !== null) expect(found.end).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 5_000 },
  );
});

test('documents with any bytes changed are read without a fault, and little more than once', async () => {
  const seeds = [pdfOf(), pdfOf('<< /S /Launch >>'), pdfWithStream('/W [1 2 1] /Length 4'), docx];
  const strike = fc.tuple(fc.nat(2_000), hostileText);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...seeds), fc.array(strike, { maxLength: 6 }), async (seed, strikes) => {
      const content = Buffer.from(seed);
      for (const [at, bytes] of strikes) bytes.copy(content, at % content.length);
      let read = 0;
      const bytes = {
        size: content.length,
        async read(from: number, length: number) {
          read += Math.max(0, Math.min(length, content.length - from));
          return content.subarray(from, from + length);
        },
      };
      await isReadableDocument(seed === docx ? 'docx' : 'pdf', bytes);
      expect(await (seed === docx ? readOfficeRemarks(bytes) : readPdfRemarks(bytes))).toBeInstanceOf(Array);
      expect(read).toBeLessThan(60 * content.length);
    }),
    { numRuns: 2_000 },
  );
});
