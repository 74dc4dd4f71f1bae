import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSignatureScan } from './signature-scan.ts';
import { pdfOf } from './testing/sample-files.ts';

describe('a signature in a PDF', () => {
  const signature = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] >>';
  const scanned = (content: Buffer, cuts: readonly number[]) => {
    const scan = createSignatureScan();
    let from = 0;
    // Use the same memory for all chunks, as the copy does.
    const memory = Buffer.alloc(content.length);
    for (const to of [...cuts.map((cut) => cut % (content.length + 1)).toSorted((a, b) => a - b), content.length]) {
      content.copy(memory, 0, from, to);
      scan.look(memory.subarray(0, to - from));
      from = to;
    }
    return scan.signed();
  };

  test('is found at any chunk boundary', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.nat(300), (cuts, before) => {
        expect(scanned(pdfOf('x'.repeat(before) + signature), cuts)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  const rights = (method: string) =>
    `<< /Type /Sig /Contents <${'00'.repeat(9_000)}> /ByteRange [0 1 2 3] /Reference [<< /Type /SigRef /TransformMethod${method} >>] >>`;

  test.each(['/UR3', ' /UR3', '\n/UR'])('is not a dictionary of usage rights (%s), at any chunk boundary', (method) => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), fc.nat(300), (cuts, before) => {
        const body = 'x'.repeat(before) + rights(method);
        expect(scanned(pdfOf(body), cuts)).toBe(false);
        expect(scanned(pdfOf(body + signature), cuts)).toBe(true);
        expect(scanned(pdfOf(signature + body), cuts)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('may forbid changes or have a method that begins like usage rights', () => {
    for (const method of ['/DocMDP', '/FieldMDP', '/URX']) expect(scanned(pdfOf(rights(method)), [])).toBe(true);
  });

  test('is not found in an empty signature field', () => {
    expect(scanned(pdfOf('<< /FT /Sig /T (Signature1) >>'), [3, 90])).toBe(false);
    expect(scanned(pdfOf(), [])).toBe(false);
  });
});
