import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  freePlace,
  movedBy,
  type Place,
  type PreviewField,
  pageOf,
  placeOf,
  rectangleOf,
  sizedBy,
} from './field-place.ts';

const field = (position: Partial<PreviewField>): PreviewField => ({
  page: 1,
  x: 60,
  y: 100,
  width: 180,
  height: 42,
  email: 'anna@example.test',
  name: null,
  ...position,
});
/** A4 upright and rotated. */
const upright = { width: 600, height: 800, convertToViewportPoint: (x: number, y: number) => [x, 800 - y] };
const turned = { width: 800, height: 600, convertToViewportPoint: (x: number, y: number) => [y, x] };

describe('the page of a field', () => {
  test('counts from one', () => {
    expect([1, 3].map((page) => pageOf(field({ page }), 3))).toEqual([1, 3]);
  });
  test.each([0, -1, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is none of three', (page) => {
    expect(pageOf(field({ page }), 3)).toBeNull();
  });
});

describe('the place of a field', () => {
  test('counts from the lower left corner', () => {
    const place = placeOf(field({ x: 60, y: 80, width: 300, height: 40 }), upright);
    expect(place).toEqual({ left: 0.1, top: 0.85, width: 0.5, height: 0.05 });
  });

  test('follows a rotated page', () => {
    const place = placeOf(field({ x: 60, y: 80, width: 300, height: 40 }), turned);
    expect(place).toEqual({ left: 0.1, top: 0.1, width: 0.05, height: 0.5 });
  });

  test('is clipped at the edges', () => {
    const place = placeOf(field({ x: -60, y: -40, width: 120, height: 80 }), upright);
    expect(place).toEqual({ left: 0, top: 0.95, width: 0.1, height: 0.05 });
  });

  test.each([{ width: 0 }, { height: -5 }, { x: 700 }, { y: Number.NaN }, { width: Number.POSITIVE_INFINITY }])(
    'is none for %o',
    (position) => {
      expect(placeOf(field(position), upright)).toBeNull();
    },
  );

  test('is never outside the page', () => {
    const any = fc.record({ x: fc.double(), y: fc.double(), width: fc.double(), height: fc.double() });
    fc.assert(
      fc.property(any, fc.constantFrom(upright, turned), (position, page) => {
        const place = placeOf(field(position), page);
        if (place === null) return;
        for (const share of [place.left, place.top, place.width, place.height]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        expect(place.left + place.width).toBeLessThanOrEqual(1 + 1e-9);
        expect(place.top + place.height).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyPlace = fc.record({
  left: fc.double({ min: 0, max: 0.6, noNaN: true }),
  top: fc.double({ min: 0, max: 0.6, noNaN: true }),
  width: fc.double({ min: 0.05, max: 0.4, noNaN: true }),
  height: fc.double({ min: 0.05, max: 0.4, noNaN: true }),
});
const isOnPage = ({ left, top, width, height }: Place) =>
  left >= 0 && top >= 0 && left + width <= 1.000_001 && top + height <= 1.000_001;

describe('the place of a signature', () => {
  const back = {
    upright: { ...upright, convertToPdfPoint: (x: number, y: number) => [x, 800 - y] },
    turned: { ...turned, convertToPdfPoint: (x: number, y: number) => [y, x] },
  };

  test('is the same after it was sent and shown again, also on a rotated page', () => {
    fc.assert(
      fc.property(anyPlace, fc.constantFrom(back.upright, back.turned), (place, page) => {
        const shown = placeOf({ ...rectangleOf(place, page) }, page);
        for (const side of ['left', 'top', 'width', 'height'] as const)
          expect(shown?.[side]).toBeCloseTo(place[side], 2);
      }),
    );
  });

  test('stays on the page, however it is moved or sized', () => {
    fc.assert(
      fc.property(anyPlace, share, share, fc.boolean(), (place, right, down, isBack) => {
        const sign = isBack ? -1 : 1;
        expect(isOnPage(movedBy(place, sign * right, sign * down))).toBe(true);
        const sized = sizedBy(place, sign * right, sign * down);
        expect([isOnPage(sized), sized.width > 0, sized.height > 0]).toEqual([true, true, true]);
      }),
    );
  });

  test('begins where no other signature stands, at the foot of the page', () => {
    const taken: Place[] = [];
    for (let count = 0; count < 12; count += 1) taken.push(freePlace(taken, upright));
    expect(new Set(taken.map(({ left, top }) => `${left} ${top}`)).size).toBe(12);
    expect(taken.every(isOnPage)).toBe(true);
    expect(taken[0]?.top).toBeGreaterThan(0.8);
    expect(isOnPage(freePlace(taken, { width: 80, height: 40 }))).toBe(true);
  });
});
