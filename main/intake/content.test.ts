import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplePdf } from '../../test/practice-service/sample-pdf.ts';
import { judgeContent } from './content.ts';

import { mailOf } from './mail/testing/sample-mails.ts';
import { compoundOf, docx, linearizedPdf, pdfOf, pdfWithStream, xlsx } from './testing/sample-files.ts';
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

describe('the kind of a file is found by its content', () => {
  test.each([
    ['a PDF', pdfOf(), taken('pdf')],
    ['a PDF with a few other lines before it', Buffer.concat([Buffer.from('\n\nmail\n'), pdfOf()]), taken('pdf')],
    ['a PDF padded with zeros', Buffer.concat([pdfOf(), Buffer.alloc(5_000)]), taken('pdf')],
    ['a PDF cut in the middle', pdfOf('x'.repeat(9_000)).subarray(0, 5_000), refused('incomplete')],
    ['a PDF and much more after its end', Buffer.concat([pdfOf(), Buffer.alloc(5_000, 'x')]), refused('incomplete')],
    ['a PDF with a password', pdfOf('', '<< /Root 1 0 R /Encrypt 5 0 R >>'), taken('pdf', ['encrypted'])],
    [
      'a PDF with a password whose dictionary stands in the trailer',
      pdfOf('', '<< /Encrypt<< /V 4 >> >>'),
      taken('pdf', ['encrypted']),
    ],
    [
      'a PDF with a password and a cross-reference stream',
      pdfWithStream('/Encrypt 7 0 R', 'y'.repeat(99_999)),
      taken('pdf', ['encrypted']),
    ],
    ['a PDF with a cross-reference stream and no password', pdfWithStream(''), taken('pdf')],
    ['a PDF whose text contains /Encrypt 5 0 R', pdfOf('(/Encrypt 5 0 R)'), taken('pdf')],
    ['a Word file', docx, taken('docx')],
    ['an Excel file', xlsx, taken('xlsx')],
    ['Word before 2007', compoundOf('WordDocument'), refused('old-office')],
    ['Word before 2007 with a mail inside', compoundOf('WordDocument', '__substg1.0_0037001F'), refused('old-office')],
    ['a mail of Outlook', compoundOf('Root Entry', '__nameid_version1.0'), refused('mail')],
    ['another mail of Outlook', compoundOf('Root Entry', '__substg1.0_0037001F'), refused('mail')],
    ['a mail', mailOf({ name: 'a.pdf', content: pdfOf() }), refused('mail')],
    [
      'a mail of a mailbox',
      Buffer.from('From - Fri Nov 27\nReceived: by a\n\tfor b\nDate: today\n\n'),
      refused('mail'),
    ],
    ['a text with one line like a mail', Buffer.from('Subject: Lease\nto be signed\n'), refused('unknown-type')],
    ['a text with one field of a mail', Buffer.from('Subject: Lease\nNote: to be signed\n\n'), refused('unknown-type')],
    ['a third', compoundOf('Root Entry', '__properties_version1.0'), refused('mail')],
    ['Word with a password', compoundOf('EncryptedPackage'), refused('password-protected')],
    ['a program', Buffer.from('MZ\u0090 %PDF-1.7 %%EOF'), refused('program')],
    ['a program of Linux', Buffer.from('\u007fELF and so on'), refused('program')],
    ['a script', Buffer.from('#!/bin/sh\n# %PDF-1.7\n# %%EOF'), refused('program')],
    ['text', Buffer.from('Dear Anna,'), refused('unknown-type')],
    ['a picture', Buffer.from('\u0089PNG\r\n', 'latin1'), refused('unknown-type')],
  ])('%s', async (_name, content, judged) => {
    expect(await judge(content)).toEqual(judged);
  });

  test('a PDF of the practice service, written by another program', async () => {
    expect(await judge(Buffer.from(await samplePdf({ title: 'Offer', pages: 3 })))).toEqual(taken('pdf'));
  });
});

describe('a truncated PDF is incomplete', () => {
  const plain = Buffer.from(linearizedPdf().toString('latin1').replace('/Linearized', '/Something'), 'latin1');

  test('at any place of a linearized file, also after the end mark of its first page', async () => {
    const whole = linearizedPdf();
    expect(await judge(whole)).toEqual(taken('pdf'));
    // A file without its last line break is still whole.
    for (let length = 8; length < whole.length - 1; length += 1)
      expect(await judge(whole.subarray(0, length)), `${length} bytes`).toEqual(refused('incomplete'));
    expect(await judge(whole.subarray(0, -1))).toEqual(taken('pdf'));
  });

  test('the length in the head counts from the %PDF mark', async () => {
    const shifted = Buffer.concat([Buffer.alloc(700, '\n'), linearizedPdf()]);
    expect(await judge(shifted)).toEqual(taken('pdf'));
    const firstEnd = shifted.indexOf('%%EOF') + 5;
    expect(await judge(shifted.subarray(0, firstEnd))).toEqual(refused('incomplete'));
  });

  test('a later revision may make a linearized file longer than its head says', async () => {
    const revision = '3 0 obj\n<< >>\nendobj\nxref\n0 0\ntrailer\n<< >>\nstartxref\n9\n%%EOF\n';
    expect(await judge(Buffer.concat([linearizedPdf(), Buffer.from(revision)]))).toEqual(taken('pdf'));
  });

  test.each([
    ['an object behind the end of an earlier revision', '\n12 0 obj\n<< /Type /Pag'],
    ['the first letters of an object', '\n12 0 ob'],
    ['the rest of an object that held a PDF', '\nendstream\nendobj\n'],
  ])('%s', async (_name, more) => {
    expect(await judge(Buffer.concat([pdfOf(), Buffer.from(more)]))).toEqual(refused('incomplete'));
    const end = plain.indexOf('%%EOF') + 5;
    expect(await judge(Buffer.concat([plain.subarray(0, end), Buffer.from(more)]))).toEqual(refused('incomplete'));
  });

  test('a length in a later object is ignored', async () => {
    expect(await judge(pdfOf('2 0 obj\n(/Linearized 1 /L 99999)\nendobj'))).toEqual(taken('pdf'));
  });

  test.each([
    ['a mail', '\n--boundary-42--\n'],
    ['a comment of another program', '\n% 12 objects, 0 errors'],
  ])('what %s leaves behind the end is no object', async (_name, more) => {
    expect(await judge(Buffer.concat([pdfOf(), Buffer.from(more)]))).toEqual(taken('pdf'));
  });
});

describe('a password is found although bytes stand before the %PDF mark', () => {
  const locked = pdfWithStream('/Encrypt 7 0 R', 'y'.repeat(99_999));

  test('if offsets count from the mark', async () => {
    expect(await judge(Buffer.concat([Buffer.alloc(900, '\n'), locked]))).toEqual(taken('pdf', ['encrypted']));
  });

  test('if offsets count from the start of the file', async () => {
    const before = 'mail\n'.repeat(20);
    const place = locked.toString('latin1').indexOf('2 0 obj');
    const moved = locked.toString('latin1').replace(`startxref\n${place}`, `startxref\n${place + before.length}`);
    expect(await judge(Buffer.from(before + moved, 'latin1'))).toEqual(taken('pdf', ['encrypted']));
  });
});

describe('hostile content', () => {
  test('never throws and reads a bounded part of any file', async () => {
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
        expect(counted.read()).toBeLessThanOrEqual(5 * bytes.length + 1024);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a zip directory with impossible sizes is not read', async () => {
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

  test('of 40 MB of blanks or half words, only a bounded part is read', async () => {
    for (const word of [' ', 'trailer ', '/Encrypt ', 'startxref ', '1 0 ', '%%EOF ']) {
      const counted = bytesOf(
        Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(40_000_000, word), Buffer.from('startxref 9\n%%EOF')]),
      );
      expect(await judgeContent(counted.bytes)).toMatchObject({ ok: true });
      expect(counted.read()).toBeLessThan(200_000);
    }
  });
});
