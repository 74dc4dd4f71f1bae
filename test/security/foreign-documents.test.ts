import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isReadablePdf } from '../../main/intake/pdf/readable-pdf.ts';
import { pdfOfObjects } from '../../main/intake/testing/hostile-pdfs.ts';
import { unlessDamaged } from '../../main/pdf/pdf-damage.ts';
import { plainValue } from '../../main/pdf/sections.ts';
import { unpack } from '../../main/pdf/unpack.ts';

/* The guards of the readers of documents: each has its line in entrusted-guards.ts. */

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

/** A PDF with so many tables of all its objects. */
function repeatedPdf(objects: number, tables: number): Buffer {
  const whole = pdfOfObjects(objects).toString('latin1');
  const first = whole.indexOf('xref\n');
  const table = whole.slice(first, whole.indexOf('trailer'));
  const pieces = [`${whole}\n`];
  for (let more = 1, at = whole.length + 1, before = first; more < tables; more += 1) {
    const piece = `${table}trailer\n<< /Root 1 0 R /Prev ${before} >>\nstartxref\n${at}\n%%EOF\n`;
    pieces.push(piece);
    before = at;
    at += piece.length;
  }
  return Buffer.from(pieces.join(''), 'latin1');
}

describe('a PDF', () => {
  test('is read up to a number of changes', () => {
    expect(isReadablePdf(changedPdf(150))).toBe(true);
    expect(isReadablePdf(changedPdf(300))).toBe(false);
  });

  test('has a width for each of its entries', () => {
    const whole = changedPdf(1).toString('latin1');
    const table = whole.indexOf('xref');
    const changed = (widths: string, data: string) =>
      Buffer.from(
        `${whole}\n2 0 obj\n<< /Type /XRef /W ${widths} /Index [5 3] /Root 1 0 R /Prev ${table} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\nstartxref\n${whole.length + 1}\n%%EOF`,
        'latin1',
      );
    expect(isReadablePdf(changed('[1 1 1]', '\0\0\0'.repeat(3)))).toBe(true);
    expect(isReadablePdf(changed('[0 0 0]', ''))).toBe(false);
    expect(isReadablePdf(changed('[1 0 0]', '\0\0\0'))).toBe(false);
  });

  test('unpacks to no more than was allowed', () => {
    const dictionary = new Map([['/Filter', '/FlateDecode']]);
    const packed = deflateSync(Buffer.alloc(1_000));
    const upTo = (most: number) => unlessDamaged(() => unpack(packed, dictionary, plainValue, most));
    expect(upTo(1_000)).toHaveLength(1_000);
    expect(upTo(999)).toBeNull();
  });

  test('names no more objects than we look for', () => {
    expect(isReadablePdf(repeatedPdf(5_000, 100))).toBe(true);
    expect(isReadablePdf(repeatedPdf(5_000, 101))).toBe(false);
  });
});
