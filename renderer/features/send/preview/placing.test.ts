import { expect, test } from 'vitest';
import { keptOn } from './placing.ts';

const box = { page: 1, x: 60, y: 80, width: 170, height: 50 };
const upright = {
  width: 600,
  height: 800,
  convertToViewportPoint: (x: number, y: number) => [x, 800 - y],
  convertToPdfPoint: (x: number, y: number) => [x, 800 - y],
};
const pdf = {
  numPages: 2,
  getPage: async (page: number) => {
    if (page === 2) throw new Error('damaged');
    return { getViewport: () => upright };
  },
};

test('a place of a profile is kept where it is on the page', async () => {
  expect(await keptOn(box, pdf)).toBe(box);
  // The service may have rounded it.
  const edge = { ...box, x: 430.6 };
  expect(await keptOn(edge, pdf)).toBe(edge);
});

test('a place that nobody sees is none: beside the page, on a page that is not there, or on one that cannot be shown', async () => {
  expect(await keptOn({ ...box, x: 700 }, pdf)).toBeNull();
  expect(await keptOn({ ...box, page: 3 }, pdf)).toBeNull();
  expect(await keptOn({ ...box, page: 2 }, pdf)).toBeNull();
});

test('of a place that lies partly beside the page, what is shown is sent', async () => {
  expect(await keptOn({ ...box, x: 500 }, pdf)).toEqual({ ...box, x: 500, width: 100 });
});
