import { pieceSize, type ReadRange, readPieces } from './read-pieces.ts';

interface Range {
  readonly begin: number;
  readonly end: number;
}

/** The size of the head of a file. It contains the first page of most files, with its fonts. */
const HEAD = 512 * 1024;
/** The table of all objects, which is read before anything else. */
const TAIL = 64 * 1024;

/**
 * Reads what opening a PDF needs while the worker starts. The library asks for one range after the other, and each
 * question to main takes as long as drawing a frame.
 */
export function createReadAhead(read: ReadRange, size: number, given: AbortSignal) {
  const head = { begin: 0, end: Math.min(size, HEAD) };
  // The library asks for whole chunks.
  const tail = { begin: Math.max(head.end, Math.floor(Math.max(size - 1, 0) / TAIL) * TAIL), end: size };
  const ahead = [
    { ...head, bytes: readAtOnce(read, head.end, given) },
    { ...tail, bytes: readPieces(read, tail, given) },
  ] as const;
  // A file that cannot be read is told when the library asks for it.
  for (const { bytes } of ahead) bytes.catch(() => undefined);

  return {
    head: ahead[0].bytes,
    async get({ begin, end }: Range): Promise<Uint8Array> {
      const found = ahead.find((one) => begin >= one.begin && end <= one.end);
      if (found === undefined) return readPieces(read, { begin, end }, given);
      // A copy: the library hands the memory over to its worker.
      return (await found.bytes).slice(begin - found.begin, end - found.begin);
    },
  };
}

/** Reads the head in pieces that are all on their way at once: somebody waits. */
async function readAtOnce(read: ReadRange, size: number, given: AbortSignal): Promise<Uint8Array> {
  const begins = Array.from({ length: Math.ceil(size / pieceSize) }, (_, at) => at * pieceSize);
  const bytes = new Uint8Array(size);
  const put = async (begin: number) =>
    bytes.set(await readPieces(read, { begin, end: Math.min(size, begin + pieceSize) }, given), begin);
  await Promise.all(begins.map(put));
  return bytes;
}
