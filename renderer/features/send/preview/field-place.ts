/**
 * A signature field the service found. `page`, `x`, `y`, `width` and `height` are its unchanged `autographPosition`.
 */
export interface PreviewField {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly email: string | null;
  readonly name: string | null;
}

/** Fractions of the shown page, from its upper left corner. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Shown {
  readonly width: number;
  readonly height: number;
  /** Converts coordinates of the PDF to those of the shown page, which may be rotated or cropped. */
  convertToViewportPoint(x: number, y: number): readonly number[];
}

/** Converts back. */
interface Placing extends Pick<Shown, 'width' | 'height'> {
  convertToPdfPoint(x: number, y: number): readonly number[];
}

export type PageToPlaceOn = Shown & Placing;

/*
 * The documentation of the service does not say the origin and unit of `autographPosition`. Only this file makes an assumption:
 * as in a PDF, and as in the practice service, points from the lower left corner of the page, and pages from 1. A field that
 * does not fit is not drawn at a guessed place, but listed beside the pages.
 */

export function pageOf({ page }: PreviewField, pages: number): number | null {
  return Number.isInteger(page) && page >= 1 && page <= pages ? page : null;
}

/** The fields of a document of which only the pages matter. One list, so that no page is drawn again for it. */
export const noFields: readonly PreviewField[] = [];

/** Returns the place of a field on its page, or null if it is empty or outside the page. */
export function placeOf(
  { x, y, width, height }: Pick<PreviewField, 'x' | 'y' | 'width' | 'height'>,
  page: Shown,
): Place | null {
  if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) return null;
  const [x1 = 0, y1 = 0] = page.convertToViewportPoint(x, y);
  const [x2 = 0, y2 = 0] = page.convertToViewportPoint(x + width, y + height);
  const [left, right] = [Math.max(0, Math.min(x1, x2)), Math.min(page.width, Math.max(x1, x2))];
  const [top, bottom] = [Math.max(0, Math.min(y1, y2)), Math.min(page.height, Math.max(y1, y2))];
  if (right <= left || bottom <= top) return null;
  return {
    left: left / page.width,
    top: top / page.height,
    width: (right - left) / page.width,
    height: (bottom - top) / page.height,
  };
}

/** Returns the rectangle of a place in the coordinates of the PDF, in whole points. */
export function rectangleOf({ left, top, width, height }: Place, page: Placing) {
  const [x1 = 0, y1 = 0] = page.convertToPdfPoint(left * page.width, top * page.height);
  const [x2 = 0, y2 = 0] = page.convertToPdfPoint((left + width) * page.width, (top + height) * page.height);
  const [x, y] = [Math.round(Math.min(x1, x2)), Math.round(Math.min(y1, y2))];
  const size = (from: number, to: number) => Math.max(1, Math.round(Math.abs(to - from)));
  return { x, y, width: size(x1, x2), height: size(y1, y2) };
}

const within = (value: number, most: number) => Math.min(Math.max(0, value), Math.max(0, most));

/** Moves a place, and keeps it on the page. */
export const movedBy = (place: Place, right: number, down: number): Place => ({
  ...place,
  left: within(place.left + right, 1 - place.width),
  top: within(place.top + down, 1 - place.height),
});

/** The smallest box that still shows whose it is. */
const smallest = 0.03;

/** Changes the size of a place at its lower right corner, and keeps it on the page. */
export const sizedBy = (place: Place, wider: number, higher: number): Place => ({
  ...place,
  width: Math.max(smallest, within(place.width + wider, 1 - place.left)),
  height: Math.max(smallest, within(place.height + higher, 1 - place.top)),
});

/** A box for a signature as most forms have it, in points. */
const usual = { width: 170, height: 50 };
const margin = 0.08;
const gap = 0.02;

const overlap = (one: Place, other: Place) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** Returns a place for one more signature: in the lowest row of the page that has room beside these. */
export function freePlace(taken: readonly Place[], page: Pick<Shown, 'width' | 'height'>): Place {
  const width = Math.min(usual.width / page.width, 0.4);
  const height = Math.min(usual.height / page.height, 0.2);
  const rows = Math.floor((1 - 2 * margin) / (height + gap));
  const all = Array.from({ length: rows }, (_none, row) => 1 - margin - height - row * (height + gap)).flatMap((top) =>
    [margin, 1 - margin - width].map((left) => ({ left, top, width, height })),
  );
  const [lowest = { left: margin, top: margin, width, height }] = all;
  return all.find((one) => !taken.some((other) => overlap(one, other))) ?? lowest;
}
