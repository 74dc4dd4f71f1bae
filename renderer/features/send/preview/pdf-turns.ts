import type { PDFDocumentProxy } from 'pdfjs-dist';
import { FileRanges, type PdfSource } from './file-ranges.ts';
import { failureOf, loadPdf, pdfWorkerAt } from './load-pdf.ts';
import { longestOpening, type PdfFailure, type PdfVerdict } from './pdf-verdict.ts';
import { pdfWorkers } from './pdf-worker.ts';

type Failed = Extract<PdfVerdict, { readonly kind: 'failed' }>;

const failed = (why: PdfFailure): Failed => ({ kind: 'failed', why });

function startWorker() {
  const port = pdfWorkers.take();
  return { port, worker: pdfWorkerAt(port), end: new AbortController() };
}

/** Opens files for a moment, one after the other. All share a worker: starting one takes longer than opening a file. */
export function createPdfTurns(longest = longestOpening) {
  let held: ReturnType<typeof startWorker> | null = null;

  function close(): void {
    held?.end.abort();
    held?.worker.destroy();
    held?.port.terminate();
    held = null;
  }

  return {
    /**
     * Runs work on a file. Call it for one file at a time: a file in which the worker hangs must not affect another
     * one.
     */
    async run<T>(source: PdfSource, work: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T | Failed> {
      held ??= startWorker();
      const { port, worker, end } = held;
      const { promise, resolve } = Promise.withResolvers<T | Failed>();
      const done = new AbortController();
      const giveUp = () => resolve(failed('failed'));
      port.addEventListener('error', giveUp, { signal: done.signal });
      end.signal.addEventListener('abort', giveUp, { signal: done.signal });
      const deadline = setTimeout(giveUp, longest);
      const range = new FileRanges(source, () => resolve(failed('unreadable')));
      const task = loadPdf(worker, range);
      let answered = false;
      const answer = (found: T | Failed) => {
        answered = true;
        resolve(found);
      };
      task.promise.then(work).then(answer, (error: unknown) => answer(failed(failureOf(error))));
      const found = await promise;
      done.abort();
      clearTimeout(deadline);
      range.abort();
      task.destroy().catch(() => undefined);
      // A busy worker cannot be stopped: the next file gets a new one.
      if (!answered) close();
      return found;
    },
    close,
  };
}
