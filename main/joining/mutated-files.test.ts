import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPages } from '../pdf/pages.ts';
import { createPdfCache, openPdf } from '../pdf/pdf-file.ts';
import { joinPdfs } from './join-pdfs.ts';
import { plainPdf } from './testing/plain-pdf.ts';
import { richPdf } from './testing/rich-pdf.ts';

const rich = richPdf();
/** Words that mean something to a reader, so that a mutation gets further than to the first syntax error. */
const words = [
  '/Kids',
  '/Parent',
  '/Type',
  '/Page',
  'null',
  '1 0 R',
  '60 0 R',
  '[',
  ']',
  '<<',
  '>>',
  '/K',
  '/Nums',
  '/Next',
  '-1',
  '(x)',
  '/V',
];
const change = fc.record({
  at: fc.nat({ max: rich.length - 7 }),
  by: fc.oneof(
    fc.constantFrom(...words),
    fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
  ),
});

test('no mutated file ends the joining, and what is joined can be read', async () => {
  let joined = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), fc.boolean(), async (changes, isFirst) => {
      const mutated = Buffer.from(rich);
      for (const { at, by } of changes) mutated.write(by, at, 'latin1');
      const result = await joinPdfs(isFirst ? [mutated, rich] : [plainPdf('plain'), mutated]);
      if (result.kind !== 'joined') return;
      joined += 1;
      expect(readPages(openPdf(result.bytes, createPdfCache()))).toHaveLength(result.pages);
    }),
    { numRuns: 1_500 },
  );
  expect(joined).toBeGreaterThan(50);
});
