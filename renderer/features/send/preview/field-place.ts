/** A signature field the service found. `page`, `x`, `y`, `width` and `height` are its `autographPosition`, as they came. */
export interface PreviewField {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly email: string | null;
  readonly name: string | null;
}

/** In shares of the page as it is shown, from its upper left corner. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Shown {
  readonly width: number;
  readonly height: number;
  /** From the page's own coordinates to those it is shown in: it may be turned or cut. */
  convertToViewportPoint(x: number, y: number): readonly number[];
}

/*
 * The service's description says neither where `autographPosition` counts from nor in which unit. Assumed here, and nowhere
 * else: what a PDF itself uses, as the practice service does: points from the lower left corner of the page, pages from 1.
 * What does not fit that is not drawn at a place of our choice, but named beside the pages.
 */

export function pageOf({ page }: PreviewField, pages: number): number | null {
  return Number.isInteger(page) && page >= 1 && page <= pages ? page : null;
}

/** Where a field is on its page; null where it has no extent or lies beside the page. */
export function placeOf({ x, y, width, height }: PreviewField, page: Shown): Place | null {
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
