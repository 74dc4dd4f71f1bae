const PART = 200;

interface Parts<T, K> {
  /** Lower than the key of any row. */
  readonly first: K;
  readonly keyOf: (row: T) => K;
  /** The rows after a key, in the order of their keys. */
  readonly read: (after: K, limit: number) => readonly T[];
}

/** The rows of a long answer, read in parts: thousands at once would hold everything else up. Rows may change in between. */
export function* inParts<T, K>({ first, keyOf, read }: Parts<T, K>): Generator<T> {
  for (let rows = read(first, PART), last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield* rows;
    rows = read(keyOf(last), PART);
  }
}

/** The same for rows that have an id. */
export const inPartsById = <T extends { readonly id: string }>(read: Parts<T, string>['read']): Generator<T> =>
  inParts({ first: '', keyOf: ({ id }: T) => id, read });
