import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { judgeContent } from './content.ts';
import { isReadableDocument } from './readable-document.ts';
import { docx, pdfOf } from './testing/sample-files.ts';
import { zipOf } from './testing/zip-file.ts';
import { inMemory } from './zip-directory.ts';

const readable = (kind: 'pdf' | 'docx', content: Buffer) => isReadableDocument(kind, inMemory(content));

async function writtenPdf(useObjectStreams: boolean, pages = 3): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage([595, 842]).drawText(`Page ${page} ${'x'.repeat(500)}`);
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

/** A slow copy over an older file: its beginning is new, its end is still the old one. */
const torn = (fresh: Buffer, old: Buffer, part: number) =>
  Buffer.concat([fresh.subarray(0, Math.floor(old.length * part)), old.subarray(Math.floor(old.length * part))]);

describe('a PDF that a folder sends without a person', () => {
  test('is readable as programs write it', async () => {
    expect(await readable('pdf', pdfOf('% text'))).toBe(true);
    expect(await readable('pdf', await writtenPdf(false))).toBe(true);
    expect(await readable('pdf', await writtenPdf(true))).toBe(true);
    expect(await readable('pdf', Buffer.concat([Buffer.from('junk\n'), pdfOf()]))).toBe(true);
  });

  test('is readable after a change was appended', async () => {
    const first = pdfOf();
    const at = first.length;
    const start = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1] ?? '';
    const object = '2 0 obj\n<< /Type /Page >>\nendobj\n';
    const entry = `${String(at).padStart(10, '0')} 00000 n `;
    const table = `xref\n2 1\n${entry}\ntrailer\n<< /Size 3 /Root 1 0 R /Prev ${start} >>\nstartxref\n${at + object.length}\n%%EOF\n`;
    expect(await readable('pdf', Buffer.concat([first, Buffer.from(object + table)]))).toBe(true);
  });

  test('is not readable where a place leads to a comment before its object', async () => {
    const changed = pdfOf().toString('latin1').replace('1 0 obj\n<< /', '%\n1 0 obj<</');
    expect(await readable('pdf', Buffer.from(changed.replace('\n%\n', '\n \n'), 'latin1'))).toBe(true);
    expect(await readable('pdf', Buffer.from(changed, 'latin1'))).toBe(false);
  });

  test.each([0.1, 0.4, 0.7])('is not readable with a new head of %d before an older tail', async (part) => {
    for (const streams of [false, true]) {
      // oxlint-disable-next-line no-await-in-loop
      const content = torn(await writtenPdf(!streams, 5), await writtenPdf(streams, 9), part);
      // oxlint-disable-next-line no-await-in-loop
      expect((await judgeContent(inMemory(content))).ok).toBe(true);
      // oxlint-disable-next-line no-await-in-loop
      expect(await readable('pdf', content)).toBe(false);
    }
  });

  test.each([
    ['no table', '%PDF-1.7\n1 0 obj\nendobj\n%%EOF'],
    ['a table outside of the file', '%PDF-1.7\nstartxref\n999999\n%%EOF'],
    ['a table that leads to itself', '%PDF-1.7\nxref\n0 0\ntrailer\n<< /Prev 9 >>\nstartxref\n9\n%%EOF'],
    ['a table of endless length', '%PDF-1.7\nxref\n0 4000000000\nstartxref\n9\n%%EOF'],
    [
      'a stream of nothing',
      '%PDF-1.7\n1 0 obj\n<< /Type /XRef /W [1 2 1] /Length 99999 >>\nstream\nstartxref\n9\n%%EOF',
    ],
  ])('is not readable with %s', async (_name, text) => {
    expect(await readable('pdf', Buffer.from(text))).toBe(false);
  });
});

describe('an Office file that a folder sends without a person', () => {
  test('is readable when each of its parts has its checksum', async () => {
    expect(await readable('docx', docx)).toBe(true);
  });

  test('is not readable with a damaged part', async () => {
    const entries = (text: string) => [
      { name: '[Content_Types].xml', content: '<a/>', deflated: true },
      { name: 'word/document.xml', content: text.repeat(2_000), deflated: true },
    ];
    const old = zipOf(entries('old text '));
    expect(await readable('docx', old)).toBe(true);
    const damaged = Buffer.from(old);
    damaged.fill(0x20, 108, 116);
    expect(await readable('docx', damaged)).toBe(false);
    expect(await readable('docx', torn(zipOf(entries('another')), old, 0.5))).toBe(false);
  });

  test('is not readable when a part is larger than its directory says', async () => {
    const bomb = zipOf([{ name: 'word/document.xml', content: Buffer.alloc(5_000_000), deflated: true }]);
    const at = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bomb.writeUInt32LE(10, at + 24);
    expect(await readable('docx', bomb)).toBe(false);
  });
});
