import type { FileWishes } from '../../../shared/file-demands.ts';

/** A PDF that asks for nothing. */
export const noWishes: FileWishes = {
  mode: 'timestamp',
  jurisdiction: 'zertes',
  authority: 'ras',
  attachments: false,
  signWithin: null,
  reminder: null,
  observers: [],
  fields: [],
};
