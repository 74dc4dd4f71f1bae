import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplePdf } from '../../test/practice-service/sample-pdf.ts';
import { judgeContent } from './content.ts';
import { createSignatureScan } from './pdf-marks.ts';
import { compoundOf, docx, pdfOf, pdfWithStream, xlsx } from './testing/sample-files.ts';
import type { Bytes } from './zip-directory.ts';

function bytesOf(content: Buffer) {
  let read = 0;
  const bytes: Bytes = {
    size: content.length,
    read(position, length) {
      read += length;
      return Promise.resolve(content.subarray(position, position + length));
    },
  };
  return { bytes, read: () => read };
}
const judge = (content: Buffer) => judgeContent(bytesOf(content).bytes);

const refused = (reason: string) => ({ ok: false, reason });
const taken = (kind: string, remarks: string[] = []) => ({ ok: true, kind, remarks });

describe('what a file is', () => {
  test.each([
    ['a PDF', pdfOf(), taken('pdf')],
    ['a PDF after a few lines of something else', Buffer.concat([Buffer.from('\n\nmail\n'), pdfOf()]), taken('pdf')],
    ['a PDF filled up with zeros', Buffer.concat([pdfOf(), Buffer.alloc(5_000)]), taken('pdf')],
    ['a PDF cut in the middle', pdfOf('x'.repeat(9_000)).subarray(0, 5_000), refused('incomplete')],
    ['a PDF and much more after its end', Buffer.concat([pdfOf(), Buffer.alloc(5_000, 'x')]), refused('incomplete')],
    ['a PDF with a password', pdfOf('', '<< /Root 1 0 R /Encrypt 5 0 R >>'), taken('pdf', ['encrypted'])],
    ['its dictionary in place', pdfOf('', '<< /Encrypt<< /V 4 >> >>'), taken('pdf', ['encrypted'])],
    ['a password, newer layout', pdfWithStream('/Encrypt 7 0 R', 'y'.repeat(99_999)), taken('pdf', ['encrypted'])],
    ['a newer layout without one', pdfWithStream(''), taken('pdf')],
    ['text that speaks of /Encrypt 5 0 R', pdfOf('(/Encrypt 5 0 R)'), taken('pdf')],
    ['a Word file', docx, taken('docx')],
    ['an Excel file', xlsx, taken('xlsx')],
    ['Word before 2007', compoundOf('WordDocument'), refused('old-office')],
    ['Word with a password', compoundOf('EncryptedPackage'), refused('password-protected')],
    ['a program', Buffer.from('MZ\u0090 %PDF-1.7 %%EOF'), refused('program')],
    ['a program of Linux', Buffer.from('\u007fELF and so on'), refused('program')],
    ['a script', Buffer.from('#!/bin/sh\n# %PDF-1.7\n# %%EOF'), refused('program')],
    ['text', Buffer.from('Dear Anna,'), refused('unknown-type')],
    ['a picture', Buffer.from('\u0089PNG\r\n', 'latin1'), refused('unknown-type')],
  ])('%s', async (_name, content, judged) => {
    expect(await judge(content)).toEqual(judged);
  });

  test('what other programs write: a PDF of the practice service', async () => {
    expect(await judge(Buffer.from(await samplePdf({ title: 'Offer', pages: 3 })))).toEqual(taken('pdf'));
  });
});

describe('hostile content', () => {
  test('no bytes make it fail, and no file makes it read more than a bounded part', async () => {
    const seeds = [pdfOf(), pdfWithStream('/Encrypt 1 0 R'), docx, xlsx, compoundOf('x')];
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(...seeds).map((seed) => new Uint8Array(seed)),
    );
    const content = fc
      .tuple(
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(3_000), fc.nat(255)), { maxLength: 6 }),
      )
      .map(([pieces, strikes]) => {
        const bytes = Buffer.concat(pieces);
        for (const [at, value] of strikes) if (at < bytes.length) bytes[at] = value;
        return bytes;
      });
    await fc.assert(
      fc.asyncProperty(content, async (bytes) => {
        const counted = bytesOf(bytes);
        const judged = await judgeContent(counted.bytes);
        if (judged.ok) expect(['pdf', 'docx', 'xlsx']).toContain(judged.kind);
        expect(counted.read()).toBeLessThanOrEqual(3 * bytes.length + 1024);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a directory that promises the world is not read', async () => {
    const promises = Buffer.from(docx);
    const end = promises.length - 22;
    for (const [at, value] of [
      [end + 12, 0xfffffff0],
      [end + 16, 0xfffffff0],
    ] as const) {
      const lying = Buffer.from(promises);
      lying.writeUInt32LE(value, at);
      const counted = bytesOf(lying);
      expect(await judgeContent(counted.bytes)).toEqual(refused('incomplete'));
      expect(counted.read()).toBeLessThan(4_000);
    }
    const many = Buffer.from(promises);
    many.writeUInt16LE(0xffff, end + 8);
    many.writeUInt16LE(0xffff, end + 10);
    expect(await judge(many)).toEqual(refused('incomplete'));
  });

  test('40 MB of blanks or of half words take no time worth naming: a bounded part is read', async () => {
    for (const word of [' ', 'trailer ', '/Encrypt ', 'startxref ', '1 0 ', '%%EOF ']) {
      const counted = bytesOf(
        Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(40_000_000, word), Buffer.from('startxref 9\n%%EOF')]),
      );
      expect(await judgeContent(counted.bytes)).toMatchObject({ ok: true });
      expect(counted.read()).toBeLessThan(200_000);
    }
  });
});

describe('a signature', () => {
  const signature = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] >>';
  const scanned = (content: Buffer, cuts: readonly number[]) => {
    const scan = createSignatureScan();
    let from = 0;
    // One piece of memory for all chunks, as the copy does it.
    const memory = Buffer.alloc(content.length);
    for (const to of [...cuts.map((cut) => cut % (content.length + 1)).toSorted((a, b) => a - b), content.length]) {
      content.copy(memory, 0, from, to);
      scan.look(memory.subarray(0, to - from));
      from = to;
    }
    return scan.signed();
  };

  test('is found wherever the chunks are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.nat(300), (cuts, before) => {
        expect(scanned(pdfOf('x'.repeat(before) + signature), cuts)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('is not found in a field that waits for one', () => {
    expect(scanned(pdfOf('<< /FT /Sig /T (Signature1) >>'), [3, 90])).toBe(false);
    expect(scanned(pdfOf(), [])).toBe(false);
  });
});
