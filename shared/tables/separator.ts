import type { Separator } from './read-cells.ts';

/** Returns the separator that Excel expects where people write this language. */
export const separatorOf = (language: string): Exclude<Separator, '\t'> => (language === 'en' ? ',' : ';');
