import type { ParseKeys } from 'i18next';
import { createWords } from '../../main/words.ts';
import type { Language } from '../../preload/contract/language.ts';

const words = createWords();

/** A text of the window by its key, in the English of the tests: words can change without the tests. */
export const t = words.in('en');

export const textIn = (language: Language, key: ParseKeys) => words.in(language)(key);

/** A text with any values in it, for a test that does not know them. */
export function pattern(key: ParseKeys, count?: number): RegExp {
  const template = t(key, { ...(count !== undefined && { count }), skipInterpolation: true });
  return new RegExp(
    template
      .split(/\{\{.*?\}\}/)
      .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+'),
  );
}
