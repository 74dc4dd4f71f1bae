import type { Matrix } from './matrix.ts';

interface Shown {
  readonly text: string;
  readonly place: Matrix;
}

/** Two texts so near to each other are one, drawn twice to look bold. The narrowest letter is twice as wide as this. */
const sameSpot = (height: number) => Math.min(1.5, height / 10);

/** Puts the texts of a page together, in the order in which it shows them. A new line begins where one does on paper. */
export function createTextLines() {
  const pieces: string[] = [];
  let last: Shown | null = null;

  /** Measures the way from the last text, along its line and away from it. */
  function wayTo([, , , , e, f]: Matrix, [a, b, , , fromE, fromF]: Matrix) {
    const length = Math.hypot(a, b) || 1;
    const [x, y] = [e - fromE, f - fromF];
    return { along: (a * x + b * y) / length, away: Math.abs(a * y - b * x) / length };
  }

  function isTurned([a, b]: Matrix, [otherA, otherB]: Matrix): boolean {
    return a * otherA + b * otherB <= Math.abs(a * otherB - b * otherA);
  }

  return {
    /** Adds a text that begins there. `size`: the height of its letters. */
    show(text: string, place: Matrix, size: number): void {
      if (text === '') return;
      const before = last;
      last = { text, place };
      if (before !== null && before.place !== place) {
        const { along, away } = wayTo(place, before.place);
        const height = Math.abs(size) * Math.hypot(place[0], place[1]);
        if (before.text === text && Math.max(Math.abs(along), away) < sameSpot(height)) return;
        if (isTurned(place, before.place) || away > Math.max(0.5, height / 2) || along < -height) pieces.push('\n');
      }
      pieces.push(text);
    },
    text: (): string => pieces.join(''),
  };
}

export type TextLines = ReturnType<typeof createTextLines>;
