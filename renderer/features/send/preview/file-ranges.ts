import { PDFDataRangeTransport } from 'pdfjs-dist';
import { type ReadRange, readPieces } from './read-pieces.ts';

interface FileRangesDeps {
  readonly size: number;
  readonly read: ReadRange;
  readonly onLost: () => void;
}

/** Gives the library only the ranges of a file that its pages need. */
export class FileRanges extends PDFDataRangeTransport {
  readonly #read: ReadRange;
  readonly #onLost: () => void;
  readonly #end = new AbortController();

  constructor({ size, read, onLost }: FileRangesDeps) {
    super(size, null);
    this.#read = read;
    this.#onLost = onLost;
  }

  override requestDataRange(begin: number, end: number): void {
    const { signal } = this.#end;
    readPieces(this.#read, { begin, end }, signal).then(
      // The reader may be closed: an answer would throw an exception then.
      (bytes) => signal.aborted || this.onDataRange(begin, bytes),
      () => signal.aborted || this.#onLost(),
    );
  }

  override abort(): void {
    this.#end.abort();
  }
}
