import type { ParseKeys } from 'i18next';
import de from '../../assets/locales/de.json' with { type: 'json' };
import en from '../../assets/locales/en.json' with { type: 'json' };
import fr from '../../assets/locales/fr.json' with { type: 'json' };
import it from '../../assets/locales/it.json' with { type: 'json' };
import { createTexts } from '../../main/words/texts.ts';
import type { Language } from '../../preload/contract/language.ts';

const texts = createTexts();

/** A text of the window by its key, in the English of the tests, so that texts can change without the tests. */
export const t = texts.in('en');

export const textIn = (language: Language, key: ParseKeys) => texts.in(language)(key);

/** A text with any values in it, for a test that does not know them. */
/** A text as it is within a pattern. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function pattern(key: ParseKeys, count?: number): RegExp {
  const template = t(key, { ...(count !== undefined && { count }), skipInterpolation: true });
  return new RegExp(
    template
      .split(/\{\{.*?\}\}/)
      .map(escaped)
      .join('.+'),
  );
}

const allIn = (part: object | string): readonly string[] =>
  typeof part === 'string' ? [part] : Object.values(part).flatMap(allIn);

const all: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(allIn(en)),
  de: new Set(allIn(de)),
  fr: new Set(allIn(fr)),
  it: new Set(allIn(it)),
};

/** Names that the tests give, and which are examples in a text as well. */
const given = ['Practice service', 'Lease.pdf'];

/** Whether this is a text of the window in English that is said in other words in that language. */
export const isStillEnglish = (text: string, language: Language): boolean =>
  all.en.has(text) && !all[language].has(text) && !given.includes(text);
