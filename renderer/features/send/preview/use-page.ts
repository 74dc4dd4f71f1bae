import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';

/** The page with this number; until it is there, the one before stays. */
export function usePage(pdf: PDFDocumentProxy, number: number): PDFPageProxy | 'failed' | null {
  const [page, setPage] = useState<PDFPageProxy | 'failed' | null>(null);
  useEffect(() => {
    const wish = new AbortController();
    pdf.getPage(number).then(
      (found) => wish.signal.aborted || setPage(found),
      () => wish.signal.aborted || setPage('failed'),
    );
    return () => wish.abort();
  }, [pdf, number]);
  return page;
}
