import { cleaned } from '../../../shared/people/read-addresses.ts';

/** Two texts that a person would call the same: whatever the case, the accents and the spaces. */
export const normalizeText = (text: string): string =>
  cleaned(text).normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
