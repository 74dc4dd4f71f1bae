import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PdfDamage } from './pdf-damage.ts';
import { createPdfCache, openPdf } from './pdf-file.ts';

const MB = 1024 * 1024;

/** A PDF with so many streams of sections, each of which unpacks to 20 MB and names no object but the first its catalog. */
function unpacking(sections: number): Buffer {
  const packed = deflateSync(Buffer.alloc(20 * MB)).toString('latin1');
  let text = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
  let before = text.length;
  text += 'xref\n1 1\n0000000009 00000 n \ntrailer\n<< /Root 1 0 R >>\n';
  for (let more = 0; more < sections; more += 1) {
    const at = text.length;
    text += `2 0 obj\n<< /Type /XRef /W [1 4 2] /Index [] /Root 1 0 R /Prev ${before} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`;
    before = at;
  }
  return Buffer.from(`${text}startxref\n${before}\n%%EOF\n`, 'latin1');
}

test('sections unpack to so much together and no more', () => {
  const opened = (sections: number) => openPdf(unpacking(sections), createPdfCache()).sections.length;
  expect(opened(3)).toBe(4);
  expect(() => opened(4)).toThrow(PdfDamage);
});
