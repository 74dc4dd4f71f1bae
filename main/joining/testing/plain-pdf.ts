import { append, catalog, makePdf, page, pageTree, replaced, type TestPdf } from '../../signatures/testing/test-pdf.ts';

/** One page with a text and no form, so that several of them can be joined. A test can add to it. */
export function plainTestPdf(text: string, options?: Parameters<typeof makePdf>[1]): TestPdf {
  const made = makePdf(text, options);
  return append(made, {
    [catalog]: `<< /Type /Catalog /Pages ${pageTree} 0 R >>`,
    [page]: replaced(made, page, /\/Annots \[.*?\]/, ''),
  });
}

export const plainPdf = (text: string): Buffer => plainTestPdf(text).bytes;
