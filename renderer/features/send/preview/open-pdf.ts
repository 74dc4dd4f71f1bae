import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist';
import { FileRanges } from './file-ranges.ts';
import { pdfWorkers } from './pdf-worker.ts';
import type { ReadRange } from './read-pieces.ts';

export type PdfFailure = 'encrypted' | 'damaged' | 'unreadable' | 'failed';
export type PdfState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly pdf: PDFDocumentProxy }
  | { readonly kind: 'failed'; readonly why: PdfFailure };

/** The first page seldom needs more than a few of these; neighbours are asked for together. */
const chunkSize = 64 * 1024;

/** How long a worker gets to end in good order; one that hangs in a hostile file is ended all the same. */
const FAREWELL = 1000;

const after = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

const beside = (folder: string) => new URL(`./pdf/${folder}/`, document.baseURI).href;

function failureOf(error: unknown): PdfFailure {
  if (error instanceof PasswordException) return 'encrypted';
  return error instanceof InvalidPDFException ? 'damaged' : 'failed';
}

interface Source {
  readonly size: number;
  readonly read: ReadRange;
}

/**
 * Opens a file and tells what became of it; a file that is open can still be lost later. What this returns closes it and gives
 * everything back. Scripts, forms and attachments of the file are never looked at: nothing here asks the library for them.
 */
export function openPdf({ size, read }: Source, tell: (state: PdfState) => void): () => void {
  const end = new AbortController();
  const fail = (why: PdfFailure) => {
    if (end.signal.aborted) return;
    tell({ kind: 'failed', why });
    close();
  };
  const port = pdfWorkers.take();
  port.addEventListener('error', () => fail('failed'), { signal: end.signal });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const range = new FileRanges({ size, read, onLost: () => fail('unreadable') });
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
  let opened = false;
  const terminate = () => {
    worker.destroy();
    port.terminate();
  };
  const close = () => {
    if (end.signal.aborted) return;
    end.abort();
    range.abort();
    const gone = task.destroy().catch(() => undefined);
    // In the middle of opening, the worker would take a farewell for an accident; and it has nothing yet to give back.
    if (opened) void Promise.race([gone, after(FAREWELL)]).then(terminate);
    else terminate();
  };
  const open = async () => {
    try {
      const pdf = await task.promise;
      opened = true;
      if (!end.signal.aborted) tell({ kind: 'open', pdf });
    } catch (error) {
      fail(failureOf(error));
    }
  };
  void open();
  return close;
}
