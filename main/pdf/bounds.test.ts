import { spawnSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PdfDamage } from './pdf-damage.ts';
import { createPdfCache, openPdf } from './pdf-file.ts';
import { readValue } from './value-reader.ts';

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

/** A PDF whose list of objects begin in each other's texts, and end all together. */
function nested(objects: number, text: string): Buffer {
  const numbers = Array.from({ length: objects }, (_none, at) => 2 + at);
  const heads = numbers.map((number) => `${number} 0 obj\n<< /T (${text}`);
  const first = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n`;
  let at = first.length;
  const entries = heads.map((head) => `${String((at += head.length) - head.length).padStart(10, '0')} 00000 n \n`);
  const body = `${first}${heads.join('')}${') >>\nendobj\n'.repeat(objects)}`;
  const table = `xref\n1 ${objects + 1}\n0000000009 00000 n \n${entries.join('')}trailer\n<< /Root 1 0 R >>\n`;
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}

test('objects stand beside each other, not inside', () => {
  const file = openPdf(nested(10, 'a'.repeat(50_000)), createPdfCache());
  const read = (number: number) => file.resolve({ kind: 'reference', number, generation: 0 });
  expect(read(11)).toBeInstanceOf(Map);
  expect(() => [10, 9, 8, 7].map(read)).toThrow(PdfDamage);
});

test('a dictionary has so many names and no more', () => {
  const names = (count: number) =>
    Buffer.from(`<< ${Array.from({ length: count }, (_none, at) => `/${at} 0`).join(' ')} >>`, 'latin1');
  expect(readValue(names(100_000), 0).value).toHaveProperty('size', 100_000);
  expect(() => readValue(names(100_001), 0)).toThrow(PdfDamage);
});

test('a text of any length needs no list of its bytes, which would end the whole app', () => {
  const source = JSON.stringify(new URL('value-reader.ts', import.meta.url));
  const run = spawnSync(process.execPath, [
    '--max-old-space-size=96',
    '--input-type=module',
    '-e',
    `import { readValue } from ${source};
     const text = Buffer.alloc(38_000_000, 'a');
     console.log(readValue(Buffer.concat([Buffer.from('('), text, Buffer.from('\\\\n)')]), 0).value.bytes.length);`,
  ]);
  expect(run.stdout.toString()).toBe('38000001\n');
});
