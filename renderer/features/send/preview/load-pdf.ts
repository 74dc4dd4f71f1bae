import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentLoadingTask,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist';
import type { FileRanges } from './file-ranges.ts';
import type { PdfFailure } from './pdf-verdict.ts';

/** The first page rarely needs more than a few chunks. Adjacent ones are read together. */
const chunkSize = 64 * 1024;

const beside = (folder: string) => new URL(`./pdf/${folder}/`, document.baseURI).href;

export const pdfWorkerAt = (port: Worker): PDFWorker => PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });

/** Opens a PDF. We never ask the library for scripts, forms and attachments of the file. */
export const loadPdf = (worker: PDFWorker, range: FileRanges): PDFDocumentLoadingTask =>
  getDocument({
    worker,
    range,
    rangeChunkSize: chunkSize,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: beside('cmaps'),
    standardFontDataUrl: beside('fonts'),
    wasmUrl: beside('decoders'),
    // The content policy of the worker allows WebAssembly. Script decoders take three times as long.
    useWasm: true,
    // Let the page fetch: its scheme is known to the browser, but not in the worker.
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  });

/** The library has no error type for files that need a certificate or another program, only this message. */
const otherLock = 'unknown encryption method';

export function failureOf(error: unknown): PdfFailure {
  if (error instanceof PasswordException) return 'encrypted';
  if (error instanceof Error && error.message.includes(otherLock)) return 'certificate';
  return error instanceof InvalidPDFException ? 'damaged' : 'failed';
}
