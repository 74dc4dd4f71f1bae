import { expect, test } from 'vitest';
import { append, makePdf, page, pageTree, replaced } from '../signatures/testing/test-pdf.ts';
import { readPages } from './pages.ts';
import { PdfDamage } from './pdf-damage.ts';
import { createPdfCache, openPdf } from './pdf-file.ts';

const made = makePdf();
const pagesOf = (changed: Parameters<typeof append>[1]) =>
  readPages(openPdf(append(made, changed).bytes, createPdfCache()));

test('pages have what they inherit, in their order', () => {
  const pages = pagesOf({
    [pageTree]: `<< /Type /Pages /Kids [50 0 R ${page} 0 R] /Count 3 /MediaBox [0 0 9 9] >>`,
    50: '<< /Type /Pages /Kids [51 0 R 52 0 R] /Count 2 /Rotate 90 >>',
    51: '<< /Type /Page >>',
    52: '<< /Type /Page /Rotate 0 >>',
  });
  expect(
    pages.map(({ number, dictionary }) => [number, dictionary.get('/Rotate'), dictionary.get('/MediaBox')]),
  ).toEqual([
    [51, 90, [0, 0, 9, 9]],
    [52, 0, [0, 0, 9, 9]],
    [page, undefined, [0, 0, 9, 9]],
  ]);
});

test.each([
  [
    'a page with pages below',
    { [page]: replaced(made, page, '/Type /Page', '/Type /Page /Kids [50 0 R]'), 50: '<< /Type /Page >>' },
  ],
  ['a tree without pages', { [pageTree]: '<< /Type /Pages /Count 0 >>' }],
  ['a page that stands twice', { [pageTree]: `<< /Type /Pages /Kids [${page} 0 R ${page} 0 R] /Count 2 >>` }],
  ['a tree that leads to itself', { [pageTree]: `<< /Type /Pages /Kids [${pageTree} 0 R] /Count 1 >>` }],
  ['a page that is none', { [pageTree]: '<< /Type /Pages /Kids [(page)] /Count 1 >>' }],
])('%s is refused', (_name, changed) => {
  expect(() => pagesOf(changed)).toThrow(PdfDamage);
});
