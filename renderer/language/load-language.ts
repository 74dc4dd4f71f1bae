import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { inSpellingOf, type Language } from '../../preload/contract/language.ts';

/** The window loads only the language in use. */
const loaders = {
  en: () => import('../../assets/locales/en.json'),
  de: () => import('../../assets/locales/de.json'),
  fr: () => import('../../assets/locales/fr.json'),
  it: () => import('../../assets/locales/it.json'),
} satisfies Record<Language, () => Promise<unknown>>;

/** Numbers, dates and the spelling follow the locale, for example `de-CH`. */
export async function loadLanguage(language: Language, locale: string = language): Promise<void> {
  const { default: texts } = await loaders[language]();
  if (!i18next.isInitialized)
    await i18next.use(initReactI18next).init({
      resources: {},
      // React escapes already: twice escaped, people would read &amp;.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  i18next.addResourceBundle(language, 'translation', inSpellingOf(locale, texts), true, true);
  await i18next.changeLanguage(locale);
  document.documentElement.lang = language;
}
