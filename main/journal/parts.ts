const PART = 200;

interface Identified {
  readonly id: string;
}

/**
 * The rows of a long answer by their id, read in parts: thousands at once would hold everything else up. Rows may change
 * between two parts.
 */
export function* inParts<T extends Identified>(read: (after: string, limit: number) => readonly T[]): Generator<T> {
  for (let rows = read('', PART); rows.length > 0; rows = read(rows.at(-1)?.id ?? '', PART)) yield* rows;
}
