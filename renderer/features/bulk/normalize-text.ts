import { cleaned } from '../../../shared/people/read-addresses.ts';

/** Removes case, accents and extra spaces, so that texts people call the same are equal. */
export const normalizeText = (text: string): string =>
  cleaned(text).normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
