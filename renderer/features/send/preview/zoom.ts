/** `fit` follows the width of the window; a number is a share of the real size (1 = 100 %). */
export type Zoom = 'fit' | number;

/** Points of a page are 1/72 inch, pixels of a window 1/96. */
export const realSize = 96 / 72;

const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4] as const;
/** The smallest step. A smaller one would show the same percentage. */
const noticeable = 0.01;

export const largerThan = (now: number): number => steps.find((step) => step > now + noticeable) ?? Math.max(now, 4);
export const smallerThan = (now: number): number =>
  steps.findLast((step) => step < now - noticeable) ?? Math.min(now, 0.25);

/** The area that `fit` fits a page into: the width of the window, or all of it. */
export type Fits = 'width' | 'page';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A whole page below this share of its real size is too small to read: then its width fits. */
const leastWhole = 0.5 * realSize;

/** Returns the scale at which a page fits. */
export function fitting(fits: Fits, room: Size, page: Size): number {
  const wide = room.width / page.width;
  return fits === 'width' ? wide : Math.min(wide, Math.max(leastWhole, room.height / page.height));
}
