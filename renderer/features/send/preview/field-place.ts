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
