import { expect, test } from 'vitest';
import { fitting, largerThan, realSize, smallerThan } from './zoom.ts';

test('steps up and down, also from between two steps, and stops at the ends', () => {
  expect([0.51, 0.67, 1, 3.995, 4, 5].map(largerThan)).toEqual([0.67, 0.8, 1.25, 4, 4, 5]);
  expect([0.52, 0.67, 1, 0.255, 0.25, 0.1].map(smallerThan)).toEqual([0.5, 0.5, 0.8, 0.25, 0.25, 0.1]);
});

test('a page fits the width, or the window as long as people can read it', () => {
  const page = { width: 600, height: 800 };
  expect(fitting('width', { width: 900, height: 80 }, page)).toBe(1.5);
  expect(fitting('page', { width: 900, height: 800 }, page)).toBe(1);
  // A window that is low shows the page in half its size, and a narrow one never more than its width.
  expect(fitting('page', { width: 900, height: 80 }, page)).toBe(0.5 * realSize);
  expect(fitting('page', { width: 60, height: 80 }, page)).toBe(0.1);
});
