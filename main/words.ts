import { createInstance } from 'i18next';
import de from '../assets/locales/de.json' with { type: 'json' };
import en from '../assets/locales/en.json' with { type: 'json' };
import fr from '../assets/locales/fr.json' with { type: 'json' };
import it from '../assets/locales/it.json' with { type: 'json' };
import { inSpellingOf } from '../preload/contract/language.ts';

/** The window's texts for main: for dialogs, menus and notifications of the system. */
export function createWords() {
  const instance = createInstance();
  void instance.init({
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    resources: {
      en: { translation: en },
      de: { translation: de },
      fr: { translation: fr },
      it: { translation: it },
    },
    interpolation: { escapeValue: false },
  });
  for (const locale of ['de-CH', 'de-LI']) instance.addResourceBundle(locale, 'translation', inSpellingOf(locale, de));
  return { in: (locale: string) => instance.getFixedT(locale) };
}

export type Words = ReturnType<typeof createWords>;
