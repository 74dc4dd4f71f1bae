import { type Language, languages } from '../../preload/contract/language.ts';

/** Adds the person's region to the language: `de-CH` for German on a Swiss computer. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  const regional = preferred.map((tag) => tag.replaceAll('_', '-')).find((tag) => languageOf(tag) === language);
  return regional !== undefined && isLocale(regional) ? regional : language;
}

const languageOf = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];

/** Returns the first of the system's languages that the app has, or else English. */
export function chooseLanguage(choice: Language | 'system', preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const tag of preferred) {
    const found = languages.find((language) => languageOf(tag) === language);
    if (found) return found;
  }
  return 'en';
}

/**
 * Tells whether Intl accepts a language tag. Some systems have others. `supportedLocalesOf` would also look at regions,
 * and takes 10 ms at the start.
 */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
