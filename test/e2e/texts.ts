import type { ParseKeys } from 'i18next';
import { createTexts } from '../../main/texts.ts';
import type { Language } from '../../preload/contract/language.ts';

const texts = createTexts();

/** A text of the window by its key, in the English of the tests, so that texts can change without the tests. */
export const t = texts.in('en');

export const textIn = (language: Language, key: ParseKeys) => texts.in(language)(key);

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
