import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { judgeContent } from '../../main/intake/content.ts';
import { createPlaces } from '../../main/intake/pdf/object-places.ts';
import { unpackStream } from '../../main/intake/pdf/pdf-stream.ts';
import { isReadablePdf } from '../../main/intake/pdf/pdf-structure.ts';
import { contentTypes, mainTypes, officeOf, zipOf } from '../../main/intake/testing/zip-file.ts';

/** The guards of the readers of documents: each has its line in guards.ts. */
const bytesOf = (content: Buffer) => ({
  size: content.length,
  read: async (from: number, length: number) => content.subarray(from, from + length),
});

/** A PDF that was changed so many times. Each change adds a table that names the one before. */
function changedPdf(times: number): Buffer {
  let text = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
  let before = '';
  let at = 0;
  for (let change = 0; change < times; change += 1) {
    at = text.length;
    text += `xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n<< /Root 1 0 R ${before}>>\n`;
    before = `/Prev ${at} `;
  }
  return Buffer.from(`${text}startxref\n${at}\n%%EOF`, 'latin1');
}

describe('a PDF', () => {
  test('is read up to a number of changes', async () => {
    expect(await isReadablePdf(bytesOf(changedPdf(150)))).toBe(true);
    expect(await isReadablePdf(bytesOf(changedPdf(300)))).toBe(false);
  });

  test('has a width for each of its entries', async () => {
    const whole = changedPdf(1).toString('latin1');
    const table = whole.indexOf('xref');
    const changed = (widths: string, data: string) =>
      Buffer.from(
        `${whole}\n2 0 obj\n<< /Type /XRef /W ${widths} /Index [5 3] /Root 1 0 R /Prev ${table} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\nstartxref\n${whole.length + 1}\n%%EOF`,
        'latin1',
      );
    expect(await isReadablePdf(bytesOf(changed('[1 1 1]', '\0\0\0'.repeat(3))))).toBe(true);
    expect(await isReadablePdf(bytesOf(changed('[0 0 0]', '')))).toBe(false);
    expect(await isReadablePdf(bytesOf(changed('[1 0 0]', '\0\0\0')))).toBe(false);
  });

  test('unpacks to no more than was allowed', () => {
    const dictionary = new Map([['/Filter', '/FlateDecode']]);
    const packed = deflateSync(Buffer.alloc(1_000));
    expect(unpackStream(dictionary, packed, 1_000)).toHaveLength(1_000);
    expect(unpackStream(dictionary, packed, 999)).toBeNull();
  });

  test('names no more objects than we keep', () => {
    const places = createPlaces();
    const fill = (count: number) => Array.from({ length: count }, (_none, at) => places.add(at, at)).every(Boolean);
    expect(fill(500_000)).toBe(true);
    expect(places.add(1, 1)).toBe(false);
  });
});

describe('an Office file', () => {
  const types = { name: '[Content_Types].xml', content: contentTypes({ '/word/document.xml': mainTypes.docx }) };
  const document = { name: 'word/document.xml' };
  const judged = (content: Buffer) => judgeContent(bytesOf(content));

  test.each(['word/document.xml', 'Word/Document.XML'])('has no second document beside it: %s', async (name) => {
    expect(await judged(zipOf([types, document]))).toMatchObject({ ok: true });
    expect(await judged(zipOf([types, document, { name, content: 'y' }]))).toMatchObject({ reason: 'ambiguous' });
  });

  test('has no program in it', async () => {
    expect(await judged(officeOf('docx', [{ name: 'word/vbaProject.bin' }]))).toMatchObject({ reason: 'macros' });
  });
});
