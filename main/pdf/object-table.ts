import { PdfDamage } from './pdf-damage.ts';

const mostObjects = 1_000_000;
const mostPlace = 2 ** 40;
const mostGeneration = 2 ** 12;
/** An object stream has fewer objects. */
const mostPacked = 2 ** 20;
const mostNumber = 2 ** 26;

export type Place =
  | { readonly kind: 'plain'; readonly at: number; readonly generation: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

/** Keeps the places of a file's objects: one number each, because large files have hundreds of thousands. */
export function createObjectTable() {
  const places = new Map<number, number>();

  function keep(number: number, place: number): void {
    if (number >= mostNumber || places.size >= mostObjects) throw new PdfDamage('The file has too many objects.');
    places.set(number, place);
  }

  return {
    has: (number: number): boolean => places.has(number),
    free: (number: number): void => keep(number, 0),
    put(number: number, place: Place): void {
      if (place.kind === 'plain') {
        if (place.at >= mostPlace || place.generation >= mostGeneration)
          throw new PdfDamage('An object lies outside of the file.');
        keep(number, place.generation * mostPlace + place.at);
        return;
      }
      if (place.stream >= mostNumber || place.index >= mostPacked)
        throw new PdfDamage('An object lies outside of its stream.');
      keep(number, -(place.stream * mostPacked + place.index) - 1);
    },
    find(number: number): Place | null {
      const place = places.get(number) ?? 0;
      if (place === 0) return null;
      if (place > 0) return { kind: 'plain', at: place % mostPlace, generation: Math.floor(place / mostPlace) };
      const code = -place - 1;
      return { kind: 'packed', stream: Math.floor(code / mostPacked), index: code % mostPacked };
    },
  };
}

export type ObjectTable = ReturnType<typeof createObjectTable>;
