import type { LongWork } from '../time/slices.ts';

/** Rows whose words make one long text. A row that changes costs the text of its part. */
const PART = 512;
export const FOUND = 1;

interface LongText {
  readonly text: string;
  /** The end of the words of each row. */
  readonly ends: readonly number[];
}

export type Marks = Uint8Array;

/** Keeps the words of all rows in a few long texts. Searching them is ten times faster than searching each row. */
export function createRowWords() {
  const words: string[] = [];
  const texts: (LongText | null)[] = [];

  function textOf(part: number): LongText {
    const known = texts[part] ?? null;
    if (known !== null) return known;
    const rows = words.slice(part * PART, (part + 1) * PART);
    let end = 0;
    const ends = rows.map((one) => {
      end += one.length + 1;
      return end;
    });
    // Nobody can type a line break, so nothing is found across two rows.
    const made = { text: rows.join('\n'), ends };
    texts[part] = made;
    return made;
  }

  function mark(word: string, part: number, marks: Marks): void {
    const { text, ends } = textOf(part);
    let row = 0;
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, ends[row - 1])) {
      while ((ends[row] ?? text.length) <= at) row += 1;
      marks[part * PART + row] = FOUND;
      row += 1;
      if (row >= ends.length) return;
    }
  }

  function* eachPart(work: (part: number) => void): LongWork {
    for (let part = 0; part * PART < words.length; part += 1) {
      yield 'part';
      work(part);
    }
  }

  return {
    add: (): number => words.push('') - 1,
    put(slot: number, text: string): void {
      if (words[slot] === text) return;
      words[slot] = text;
      texts[Math.floor(slot / PART)] = null;
    },
    /** Joins the texts before somebody searches. */
    prepare: () => eachPart(textOf),
    /** Marks the rows that have one of these texts. */
    *find(...wanted: readonly string[]): LongWork<Marks> {
      const marks = new Uint8Array(words.length);
      yield* eachPart((part) => {
        for (const text of wanted) mark(text, part, marks);
      });
      return marks;
    },
  };
}
