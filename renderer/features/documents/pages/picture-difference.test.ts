import { expect, test } from 'vitest';
import { differenceOf, type Pixels } from './picture-difference.ts';

/** A white picture with some grey pixels: `x y shade`. */
function picture(width: number, height: number, ...pixels: readonly (readonly [number, number, number])[]): Pixels {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (const [x, y, shade] of pixels) data.fill(shade, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return { width, height, data };
}

test('the same picture shows no difference, nor one whose edges are drawn a little otherwise', () => {
  expect(differenceOf(picture(8, 4, [1, 1, 0]), picture(8, 4, [1, 1, 20]))).toBeNull();
  expect(differenceOf(picture(8, 4), picture(8, 4, [7, 3, 240]))).toBeNull();
});

test('one pixel of another colour is a difference, with its place', () => {
  expect(differenceOf(picture(8, 4), picture(8, 4, [7, 3, 200]))).toEqual({
    left: 7 / 8,
    top: 3 / 4,
    width: 1 / 8,
    height: 1 / 4,
  });
});

test('the place has all that differs', () => {
  const found = differenceOf(picture(10, 10, [1, 8, 0]), picture(10, 10, [6, 2, 0], [3, 5, 0]));
  expect(found).toEqual({ left: 0.1, top: 0.2, width: 0.6, height: 0.7 });
});

test('a page of another size looks different, but for a rounded pixel', () => {
  expect(differenceOf(picture(10, 10), picture(10, 12))).toEqual({ left: 0, top: 0, width: 1, height: 1 });
  expect(differenceOf(picture(10, 10), picture(12, 10))).not.toBeNull();
  expect(differenceOf(picture(10, 10), picture(11, 11))).toBeNull();
  expect(differenceOf(picture(10, 10), picture(11, 10, [4, 4, 0]))).toMatchObject({ left: 0.4, top: 0.4 });
});
