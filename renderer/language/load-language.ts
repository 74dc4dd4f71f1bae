import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../preload/contract/language.ts';

/** The window loads only the language in use. */
const loaders = {
  en: () => import('../../assets/locales/en.json'),
  de: () => import('../../assets/locales/de.json'),
  fr: () => import('../../assets/locales/fr.json'),
  it: () => import('../../assets/locales/it.json'),
} satisfies Record<Language, () => Promise<unknown>>;

export async function loadLanguage(language: Language): Promise<void> {
  const { default: words } = await loaders[language]();
  if (i18next.isInitialized) {
    i18next.addResourceBundle(language, 'translation', words, true, true);
    await i18next.changeLanguage(language);
  } else {
    await i18next.use(initReactI18next).init({
      lng: language,
      resources: { [language]: { translation: words } },
      // React escapes already: twice escaped, people would read &amp;.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  }
  document.documentElement.lang = language;
}
