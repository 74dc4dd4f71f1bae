import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentLoadingTask,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist';
import { FileRanges } from './file-ranges.ts';
import type { PdfFailure } from './pdf-verdict.ts';
import type { ReadRange } from './read-pieces.ts';

/** The first page seldom needs more than a few of these; neighbours are asked for together. */
const chunkSize = 64 * 1024;

const beside = (folder: string) => new URL(`./pdf/${folder}/`, document.baseURI).href;

export interface PdfSource {
  readonly size: number;
  readonly read: ReadRange;
}

export const pdfWorkerAt = (port: Worker): PDFWorker => PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });

/** Begins to read a PDF. Scripts, forms and attachments of the file are never looked at: nothing here asks the library for them. */
export function loadPdf(
  worker: PDFWorker,
  { size, read }: PdfSource,
  onLost: () => void,
): { readonly task: PDFDocumentLoadingTask; readonly range: FileRanges } {
  const range = new FileRanges({ size, read, onLost });
  const task = getDocument({
    worker,
    range,
    rangeChunkSize: chunkSize,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: beside('cmaps'),
    standardFontDataUrl: beside('fonts'),
    wasmUrl: beside('decoders'),
    // Only the policy of the worker's own file allows WebAssembly. As scripts, the decoders need three times as long.
    useWasm: true,
    // Fetched by the page, whose scheme the browser knows; the worker would have to be told first.
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  return { task, range };
}

/** The library has no kind of its own for a file that opens with a certificate or in one program alone: it says so in words. */
const otherLock = 'unknown encryption method';

export function failureOf(error: unknown): PdfFailure {
  if (error instanceof PasswordException) return 'encrypted';
  if (error instanceof Error && error.message.includes(otherLock)) return 'certificate';
  return error instanceof InvalidPDFException ? 'damaged' : 'failed';
}
