import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeListed } from './listed-places.ts';

const at = (...ids: readonly string[]) => ids.map((id, position) => ({ id, position }));
const placesOf = ({ places }: ReturnType<typeof placeListed>) => Object.fromEntries(places);

test('a document that is new at the head moves no other', () => {
  const placed = placeListed(['new', 'a', 'b'], { known: at('a', 'b'), stillThere: new Set() });
  expect(placesOf(placed)).toEqual({ new: -1, a: 0, b: 1 });
  expect(placed.gone).toEqual([]);
});

test('of a first page, older documents stay, and those that are missing in it are gone', () => {
  const placed = placeListed(['new', 'a', 'c'], { known: at('a', 'b', 'c', 'd', 'e'), stillThere: null });
  expect(placesOf(placed)).toEqual({ new: -1, a: 0, c: 2 });
  expect(placed.gone).toEqual(['b']);
});

test('a whole list leaves only what the service still has', () => {
  const placed = placeListed(['a'], { known: at('a', 'b', 'c'), stillThere: new Set(['c']) });
  expect(placed.gone).toEqual(['b']);
});

test('a page of nothing but new documents stands before all older ones', () => {
  const placed = placeListed(['x', 'y'], { known: at('a', 'b'), stillThere: null });
  expect(placesOf(placed)).toEqual({ x: -2, y: -1 });
  expect(placed.gone).toEqual([]);
});

test('the places are always in the order of the list', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 12 }).map(String));
  fc.assert(
    fc.property(ids, ids, fc.boolean(), (known, listed, whole) => {
      const { places } = placeListed(listed, { known: at(...known), stillThere: whole ? new Set() : null });
      const found = listed.map((id) => places.get(id) ?? Number.NaN);
      expect(found).toEqual(found.toSorted((a, b) => a - b));
      expect(new Set(found).size).toBe(listed.length);
    }),
  );
});
