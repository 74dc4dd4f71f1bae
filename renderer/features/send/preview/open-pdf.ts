import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { FileRanges, type PdfSource } from './file-ranges.ts';
import { failureOf, loadPdf, pdfWorkerAt } from './load-pdf.ts';
import { examinePdf, longestOpening, type PdfFailure, type PdfVerdict } from './pdf-verdict.ts';
import { pdfWorkers } from './pdf-worker.ts';

export type PdfState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly pdf: PDFDocumentProxy }
  | { readonly kind: 'failed'; readonly why: PdfFailure };

interface Tell {
  readonly onState: (state: PdfState) => void;
  /** Receives the verdict of the file. A file that is lost later gets another one. */
  readonly onVerdict: (verdict: PdfVerdict) => void;
}

/** Time for a worker to end properly. After it we terminate the worker, which may hang in a hostile file. */
const FAREWELL = 1000;

const after = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Opens a file and reports the result. The returned function closes the file and frees everything. */
export function openPdf(source: PdfSource, { onState, onVerdict }: Tell): () => void {
  const end = new AbortController();
  const fail = (why: PdfFailure) => {
    if (end.signal.aborted) return;
    onState({ kind: 'failed', why });
    onVerdict({ kind: 'failed', why });
    close();
  };
  const port = pdfWorkers.take();
  port.addEventListener('error', () => fail('failed'), { signal: end.signal });
  const worker = pdfWorkerAt(port);
  const lost = () => fail('unreadable');
  const range = new FileRanges(source, lost);
  let task: PDFDocumentLoadingTask | null = null;
  const deadline = setTimeout(() => fail('failed'), longestOpening);
  let opened = false;
  const terminate = () => {
    worker.destroy();
    port.terminate();
  };
  const close = () => {
    if (end.signal.aborted) return;
    end.abort();
    clearTimeout(deadline);
    range.abort();
    const gone = task?.destroy().catch(() => undefined);
    // While opening, the worker would report the end as an error, and it has nothing to free yet.
    if (opened) void Promise.race([gone, after(FAREWELL)]).then(terminate);
    else terminate();
  };
  const open = async () => {
    try {
      await range.begin();
    } catch {
      lost();
    }
    if (end.signal.aborted) return;
    try {
      task = loadPdf(worker, range);
      const pdf = await task.promise;
      opened = true;
      if (end.signal.aborted) return;
      // The library opens some files that have no page.
      if (pdf.numPages < 1) {
        fail('damaged');
        return;
      }
      onState({ kind: 'open', pdf });
      const verdict = await examinePdf(pdf);
      clearTimeout(deadline);
      if (!end.signal.aborted) onVerdict(verdict);
    } catch (error) {
      fail(failureOf(error));
    }
  };
  void open();
  return close;
}
