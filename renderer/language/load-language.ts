import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../preload/contract/language.ts';

/** Each language is a piece of its own: only the one in use is loaded. */
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
      // React escapes; a second time would show &amp; to people.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  }
  document.documentElement.lang = language;
}
