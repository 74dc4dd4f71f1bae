import { PDFDataRangeTransport } from 'pdfjs-dist';
import { createReadAhead } from './read-ahead.ts';
import { type ReadRange, readPieces } from './read-pieces.ts';

export interface PdfSource {
  readonly size: number;
  readonly read: ReadRange;
  /** Whether somebody waits for the first page: what it needs is read ahead. */
  readonly isAwaited: boolean;
}

/** Gives the library only the ranges of a file that its pages need. */
export class FileRanges extends PDFDataRangeTransport {
  readonly #read: (range: { begin: number; end: number }) => Promise<Uint8Array>;
  readonly #head: Promise<Uint8Array> | null;
  readonly #onLost: () => void;
  readonly #end = new AbortController();

  constructor({ size, read, isAwaited }: PdfSource, onLost: () => void) {
    super(size, null);
    const { signal } = this.#end;
    const ahead = isAwaited ? createReadAhead(read, size, signal) : null;
    this.#head = ahead?.head ?? null;
    this.#read = ahead?.get ?? ((range) => readPieces(read, range, signal));
    this.#onLost = onLost;
  }

  /** Gives the library the bytes that were read ahead, so that its worker need not ask for them. */
  async begin(): Promise<void> {
    // A copy: the library hands the memory over to its worker.
    if (this.#head !== null) this.initialData = (await this.#head).slice();
  }

  override requestDataRange(begin: number, end: number): void {
    const { signal } = this.#end;
    this.#read({ begin, end }).then(
      // The reader may be closed: an answer would throw an exception then.
      (bytes) => signal.aborted || this.onDataRange(begin, bytes),
      () => signal.aborted || this.#onLost(),
    );
  }

  override abort(): void {
    this.#end.abort();
  }
}
