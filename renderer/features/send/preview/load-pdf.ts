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

/** The first page rarely needs more than a few chunks. Adjacent ones are read together. */
const chunkSize = 64 * 1024;

const beside = (folder: string) => new URL(`./pdf/${folder}/`, document.baseURI).href;

export interface PdfSource {
  readonly size: number;
  readonly read: ReadRange;
  /** Somebody waits for the first page: what it needs is read ahead. */
  readonly isAwaited: boolean;
}

export const pdfWorkerAt = (port: Worker): PDFWorker => PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });

/** Opens a PDF. We never ask the library for scripts, forms and attachments of the file. */
export function loadPdf(
  worker: PDFWorker,
  { size, read, isAwaited }: PdfSource,
  onLost: () => void,
): { readonly task: PDFDocumentLoadingTask; readonly range: FileRanges } {
  const range = new FileRanges({ size, read, isAwaited, onLost });
  const task = getDocument({
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
  return { task, range };
}

/** The library has no error type for files that need a certificate or another program, only this message. */
const otherLock = 'unknown encryption method';

export function failureOf(error: unknown): PdfFailure {
  if (error instanceof PasswordException) return 'encrypted';
  if (error instanceof Error && error.message.includes(otherLock)) return 'certificate';
  return error instanceof InvalidPDFException ? 'damaged' : 'failed';
}
