import { PDFDataRangeTransport } from 'pdfjs-dist';
import { createReadAhead } from './read-ahead.ts';
import { type ReadRange, readPieces } from './read-pieces.ts';

interface FileRangesDeps {
  readonly size: number;
  readonly read: ReadRange;
  /** Somebody waits for the first page. */
  readonly isAwaited: boolean;
  readonly onLost: () => void;
}

/** Gives the library only the ranges of a file that its pages need. */
export class FileRanges extends PDFDataRangeTransport {
  readonly #read: (range: { begin: number; end: number }) => Promise<Uint8Array>;
  readonly #onLost: () => void;
  readonly #end = new AbortController();

  constructor({ size, read, isAwaited, onLost }: FileRangesDeps) {
    super(size, null);
    const { signal } = this.#end;
    this.#read = isAwaited ? createReadAhead(read, size, signal) : (range) => readPieces(read, range, signal);
    this.#onLost = onLost;
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
