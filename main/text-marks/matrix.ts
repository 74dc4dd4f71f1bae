import type { PdfValue } from '../pdf/pdf-value.ts';

/** Six numbers that turn, stretch and move, as PDF writes them. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const times = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[1] * other[2],
  one[0] * other[1] + one[1] * other[3],
  one[2] * other[0] + one[3] * other[2],
  one[2] * other[1] + one[3] * other[3],
  one[4] * other[0] + one[5] * other[2] + other[4],
  one[4] * other[1] + one[5] * other[3] + other[5],
];

/** Reads a matrix. What is no number counts as nothing. */
export function toMatrix(values: readonly PdfValue[]): Matrix {
  const at = (index: number) => {
    const value = values[index];
    return typeof value === 'number' ? value : 0;
  };
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}
