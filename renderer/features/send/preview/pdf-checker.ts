import { FileRanges, type PdfSource } from './file-ranges.ts';
import { failureOf, loadPdf, pdfWorkerAt } from './load-pdf.ts';
import { examinePdf, longestOpening, type PdfFailure, type PdfVerdict } from './pdf-verdict.ts';
import { pdfWorkers } from './pdf-worker.ts';

const failed = (why: PdfFailure): PdfVerdict => ({ kind: 'failed', why });

function startWorker() {
  const port = pdfWorkers.take();
  return { port, worker: pdfWorkerAt(port), end: new AbortController() };
}

/**
 * Checks whether files open, without showing them. All share a worker: starting one takes longer than opening a file.
 */
export function createPdfChecker() {
  let held: ReturnType<typeof startWorker> | null = null;

  function close(): void {
    held?.end.abort();
    held?.worker.destroy();
    held?.port.terminate();
    held = null;
  }

  return {
    /** Call it for one file at a time: a file in which the worker hangs must not affect another one. */
    async check(source: PdfSource): Promise<PdfVerdict> {
      held ??= startWorker();
      const { port, worker, end } = held;
      const { promise, resolve } = Promise.withResolvers<PdfVerdict>();
      const done = new AbortController();
      const giveUp = () => resolve(failed('failed'));
      port.addEventListener('error', giveUp, { signal: done.signal });
      end.signal.addEventListener('abort', giveUp, { signal: done.signal });
      const deadline = setTimeout(giveUp, longestOpening);
      const range = new FileRanges(source, () => resolve(failed('unreadable')));
      const task = loadPdf(worker, range);
      let answered = false;
      const answer = (verdict: PdfVerdict) => {
        answered = true;
        resolve(verdict);
      };
      task.promise.then(examinePdf).then(answer, (error: unknown) => answer(failed(failureOf(error))));
      const verdict = await promise;
      done.abort();
      clearTimeout(deadline);
      range.abort();
      task.destroy().catch(() => undefined);
      // A busy worker cannot be stopped: the next file gets a new one.
      if (!answered) close();
      return verdict;
    },
    close,
  };
}
