import { expect, test } from 'vitest';
import { readPages } from '../pdf/pages.ts';
import { createPdfCache, dictionaryOf, openPdf, type PdfFile } from '../pdf/pdf-file.ts';
import { isList, isReference, type PdfValue } from '../pdf/pdf-value.ts';
import { append, page, pageTree, replaced } from '../signatures/testing/test-pdf.ts';
import { joined, withCatalog } from './testing/joined.ts';
import { plainTestPdf } from './testing/plain-pdf.ts';

/** Two pages. The second one has a link, and stands inside of the list of pages if it is no object of its own. */
function linking(link: string, more: Readonly<Record<number, string>> = {}, catalogEntries = '', isObject = true) {
  const second = `<< /Type /Page /Parent ${pageTree} 0 R >>`;
  const made = append(plainTestPdf('linking'), {
    [pageTree]: `<< /Type /Pages /Kids [${page} 0 R ${isObject ? '51 0 R' : second}] /Count 2 /MediaBox [0 0 300 200] >>`,
    51: second,
  });
  return withCatalog(made, catalogEntries, {
    ...more,
    [page]: replaced(made, page, '/Contents', '/Annots [52 0 R] /Contents'),
    52: `<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] ${link} >>`,
  });
}

/** Returns the index of the page that a place leads to, or what stands there instead, and the rest of the place. */
function leadsTo(file: PdfFile, place: PdfValue | undefined): unknown {
  const found = file.resolve(place);
  if (!isList(found)) return found;
  const [first, ...rest] = found;
  return [isReference(first) ? readPages(file).findIndex(({ number }) => number === first.number) : first, ...rest];
}

/** Returns the place of the link after another file of one page. */
async function leads(...made: Parameters<typeof linking>): Promise<unknown> {
  const file = openPdf(await joined(plainTestPdf('first'), linking(...made)), createPdfCache());
  const annotations = file.resolve(readPages(file)[1]?.dictionary.get('/Annots'));
  const link = dictionaryOf(file, isList(annotations) ? annotations[0] : null);
  const action = dictionaryOf(file, link?.get('/A'));
  return leadsTo(file, action === null ? link?.get('/Dest') : action.get('/D'));
}

const named = (place: string) => `/Names << /Dests << /Names [(x) ${place}] >> >> /Dests << /y ${place} >>`;

test('a link by the number of a page leads to that page of its own file', async () => {
  expect(await leads('/Dest [1 /Fit]')).toEqual([2, '/Fit']);
  expect(await leads('/Dest 60 0 R', { 60: '[61 0 R /XYZ 5 7 null]', 61: '0' })).toEqual([1, '/XYZ', 5, 7, null]);
  expect(await leads('/A << /S /GoTo /D [1 /Fit] >>')).toEqual([2, '/Fit']);
  // A page that is no object of its own.
  expect(await leads('/Dest [1 /Fit]', {}, '', false)).toEqual([2, '/Fit']);
  // There is no such page in its file, but there is one in the new document.
  expect(await leads('/Dest [2 /Fit]')).toEqual([null, '/Fit']);
  // The number counts in another document.
  expect(await leads('/A << /S /GoToR /F (b.pdf) /D [1 /Fit] >>')).toEqual([1, '/Fit']);
});

test('a link by a word leads there, also by the number of a page or through other objects', async () => {
  expect(await leads('/Dest (x)', {}, named('[1 /Fit]'))).toEqual([2, '/Fit']);
  expect(await leads('/Dest /y', {}, named('<< /D [1 /Fit] >>'))).toEqual([2, '/Fit']);
  expect(await leads('/Dest 60 0 R', { 60: '(x)' }, named(`[51 0 R /Fit]`))).toEqual([2, '/Fit']);
  const parts = { 60: '/GoTo', 61: '(x)', 62: '<< /D 63 0 R >>', 63: '[51 0 R /Fit]' };
  expect(await leads('/A << /S 60 0 R /D 61 0 R >>', parts, named('62 0 R'))).toEqual([2, '/Fit']);
});

test('a bookmark by the number of a page, or by a word through another object, leads to its own file', async () => {
  const marked = linking(
    '',
    {
      60: '<< /First 61 0 R /Last 62 0 R >>',
      61: '<< /Title (number) /Parent 60 0 R /Next 62 0 R /Dest [1 /Fit] >>',
      62: '<< /Title (word) /Parent 60 0 R /Prev 61 0 R /Dest 63 0 R >>',
      63: '(x)',
    },
    `/Outlines 60 0 R ${named('[0 /Fit]')}`,
  );
  const file = openPdf(await joined(plainTestPdf('first'), marked), createPdfCache());
  const first = dictionaryOf(file, dictionaryOf(file, file.root.get('/Outlines'))?.get('/First'));
  const places = [first, dictionaryOf(file, first?.get('/Next'))].map((one) => leadsTo(file, one?.get('/Dest')));
  expect(places).toEqual([
    [2, '/Fit'],
    [1, '/Fit'],
  ]);
});
