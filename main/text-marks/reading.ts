/** Bytes of text and drawing that are read of one document, unpacked. The text of a thousand pages is a few megabytes. */
const mostBytes = 24 * 1024 * 1024;

/** The document has more than we read of one. */
export class TooMuchText extends Error {}

/** Counts what is read of a document, and whether something of its text stayed unread. */
export interface Reading {
  isWhole: boolean;
  /** Throws TooMuchText when the document has too much. */
  spend(bytes: number): void;
}

export function createReading(): Reading {
  let left = mostBytes;
  return {
    isWhole: true,
    spend(bytes) {
      left -= bytes;
      if (left < 0) throw new TooMuchText('The document has too much text.');
    },
  };
}
