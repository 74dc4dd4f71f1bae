import type { Place } from '../../send/preview/field-place.ts';

/** The pixels of a small picture of a page, four bytes each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The same colour, drawn twice, may differ a little at the edges of letters. */
const visible = 24;
/** The size of a page that was written anew may be rounded. */
const samePixels = 1;

const all: Place = { left: 0, top: 0, width: 1, height: 1 };

/** Finds the place in which two pictures look different. Null: no difference is seen, which proves nothing. */
export function differenceOf(one: Pixels, other: Pixels): Place | null {
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
  if (Math.max(one.width, other.width) - width > samePixels) return all;
  if (Math.max(one.height, other.height) - height > samePixels) return all;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!differs(one, other, x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  if (right < 0) return null;
  return {
    left: left / width,
    top: top / height,
    width: (right + 1 - left) / width,
    height: (bottom + 1 - top) / height,
  };
}

function differs(one: Pixels, other: Pixels, x: number, y: number): boolean {
  const [at, otherAt] = [4 * (y * one.width + x), 4 * (y * other.width + x)];
  for (let colour = 0; colour < 4; colour += 1)
    if (Math.abs((one.data[at + colour] ?? 0) - (other.data[otherAt + colour] ?? 0)) > visible) return true;
  return false;
}
