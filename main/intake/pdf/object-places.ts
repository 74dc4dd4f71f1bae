/** Objects of the largest documents that people sign. A person looks at a document that has more. */
const mostObjects = 500_000;
/** The size of both numbers of a place. 26 bits each fit into one exact number. */
const bits = 2 ** 26;

export interface Place {
  readonly number: number;
  readonly at: number;
}

/** Keeps where the tables of a PDF place its objects: one number each, because hostile tables name millions. */
export function createPlaces() {
  const packed: number[] = [];
  return {
    /** Adds a place. Returns false if there are too many, or the place lies outside of any file. */
    add(number: number, at: number): boolean {
      if (packed.length >= mostObjects || number >= bits || at >= bits) return false;
      packed.push(at * bits + number);
      return true;
    },
    has: (number: number): boolean => packed.some((one) => one % bits === number),
    /** Yields the places in the order of the file. */
    *inOrder(): Generator<Place> {
      for (const one of Float64Array.from(packed).toSorted()) yield { number: one % bits, at: Math.floor(one / bits) };
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;
