import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PreviewField, pageOf, placeOf } from './field-place.ts';

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
