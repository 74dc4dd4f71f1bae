import type { SignPlace } from '../../../../preload/contract/sending.ts';
import { type PageToPlaceOn, placeOf, rectangleOf } from './field-place.ts';

/** Somebody who signs, and where. Null: the service decides, or the person. */
export interface Signer {
  readonly key: string;
  readonly who: string;
  readonly place: SignPlace | null;
}

/** The places of the signatures, while people choose them. */
export interface Placing {
  readonly signers: readonly Signer[];
  readonly onPlace: (key: string, place: SignPlace | null) => void;
}

/** The part of an open PDF that places need. */
interface Pages {
  readonly numPages: number;
  getPage(number: number): Promise<{ getViewport(size: { readonly scale: number }): PageToPlaceOn }>;
}

/**
 * Returns what this document shows of a place, which may come from a profile or another file. Null: nothing, so that
 * nobody would see what is sent.
 */
export async function keptOn(place: SignPlace, pdf: Pages): Promise<SignPlace | null> {
  if (place.page > pdf.numPages) return null;
  const page = await pdf.getPage(place.page).catch(() => null);
  const viewport = page?.getViewport({ scale: 1 });
  const shown = viewport === undefined ? null : placeOf(place, viewport);
  if (viewport === undefined || shown === null) return null;
  const inside = { page: place.page, ...rectangleOf(shown, viewport) };
  const isSame = (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(inside[side] - place[side]) <= 1);
  return isSame ? place : inside;
}
