import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';

interface PageOf {
  readonly number: number;
  readonly page: PDFPageProxy | 'failed';
}

/** Loads a page. The old page stays until the worker answers. */
export function usePage(pdf: PDFDocumentProxy, number: number): PageOf | null {
  const [found, setFound] = useState<PageOf | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    pdf.getPage(number).then(
      (page) => abort.signal.aborted || setFound({ number, page }),
      () => abort.signal.aborted || setFound({ number, page: 'failed' }),
    );
    return () => abort.abort();
  }, [pdf, number]);
  return found;
}
