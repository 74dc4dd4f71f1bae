/** The bytes from `from` up to (not including) `to`, at most `pieceSize`. A rejection: the file cannot be read any more. */
export type ReadRange = (from: number, to: number) => Promise<Uint8Array>;

export const pieceSize = 256 * 1024;

/** A range of any length, piece by piece: a damaged file may be wanted whole, and no single message should carry that. */
export async function readPieces(
  read: ReadRange,
  { begin, end }: { readonly begin: number; readonly end: number },
  given: AbortSignal,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  for (let from = begin; from < end; from += pieceSize) {
    given.throwIfAborted();
    const to = Math.min(from + pieceSize, end);
    // One after the other: a piece that is on its way cannot be called back.
    // oxlint-disable-next-line no-await-in-loop
    const piece = await read(from, to);
    if (piece.length !== to - from) throw new Error('The file is not as long as it was');
    bytes.set(piece, from - begin);
  }
  return bytes;
}
