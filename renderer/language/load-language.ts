import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { inSpellingOf, type Language } from '../../preload/contract/language.ts';

/**
 * The window loads only the language in use, and of it first what the list and the sheet need. `scripts/divided-texts.ts`
 * says what that is.
 */
const loaders = {
  en: {
    first: () => import('../../assets/locales/en.json?first'),
    later: () => import('../../assets/locales/en.json?later'),
  },
  de: {
    first: () => import('../../assets/locales/de.json?first'),
    later: () => import('../../assets/locales/de.json?later'),
  },
  fr: {
    first: () => import('../../assets/locales/fr.json?first'),
    later: () => import('../../assets/locales/fr.json?later'),
  },
  it: {
    first: () => import('../../assets/locales/it.json?first'),
    later: () => import('../../assets/locales/it.json?later'),
  },
} satisfies Record<Language, Record<'first' | 'later', () => Promise<{ readonly default: object }>>>;

let shown: { readonly language: Language; readonly locale: string } = { language: 'en', locale: 'en' };
let later: Promise<void> | null = null;

async function add(part: 'first' | 'later', { language, locale }: typeof shown): Promise<void> {
  const { default: texts } = await loaders[language][part]();
  i18next.addResourceBundle(language, 'translation', inSpellingOf(locale, texts), true, true);
}

/** Loads a language. Numbers, dates and the spelling follow the locale, for example `de-CH`. */
export async function loadLanguage(language: Language, locale: string = language): Promise<void> {
  if (!i18next.isInitialized)
    await i18next.use(initReactI18next).init({
      resources: {},
      // React escapes already: twice escaped, people would read &amp;.
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { bindI18nStore: 'added' },
      parseMissingKeyHandler: textOrNothing,
    });
  const wanted = { language, locale };
  const hadLater = later !== null;
  await Promise.all([add('first', wanted), ...(hadLater ? [add('later', wanted)] : [])]);
  shown = wanted;
  await i18next.changeLanguage(locale);
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(locale);
}

/** Loads the other texts of the language. A screen that needs them at once waits for this. */
export function loadLaterTexts(): Promise<void> {
  later ??= add('later', shown);
  return later;
}

/** Loads rare texts, such as those of problems, when they are first shown. The text comes a moment later. */
function textOrNothing(key: string): string {
  if (later !== null) return key;
  void loadLaterTexts();
  return '';
}
