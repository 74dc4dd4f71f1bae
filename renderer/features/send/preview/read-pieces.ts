/**
 * Returns the bytes from `from` up to but not including `to`, at most `pieceSize`. Rejects when the file is no longer
 * readable.
 */
export type ReadRange = (from: number, to: number) => Promise<Uint8Array>;

export const pieceSize = 256 * 1024;

/**
 * Reads a range of any length in pieces: the library may read a damaged file whole, which is too much for one message.
 */
export async function readPieces(
  read: ReadRange,
  { begin, end }: { readonly begin: number; readonly end: number },
  given: AbortSignal,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  for (let from = begin; from < end; from += pieceSize) {
    given.throwIfAborted();
    const to = Math.min(from + pieceSize, end);
    // One after the other, because a request cannot be cancelled.
    // oxlint-disable-next-line no-await-in-loop
    const piece = await read(from, to);
    if (piece.length !== to - from) throw new Error('The file is not as long as it was');
    bytes.set(piece, from - begin);
  }
  return bytes;
}
