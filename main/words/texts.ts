import { createInstance } from 'i18next';
import de from '../../assets/locales/de.json' with { type: 'json' };
import en from '../../assets/locales/en.json' with { type: 'json' };
import fr from '../../assets/locales/fr.json' with { type: 'json' };
import it from '../../assets/locales/it.json' with { type: 'json' };
import { inSpellingOf, type Language, languages } from '../../preload/contract/language.ts';

const texts = { en, de, fr, it } satisfies Record<Language, object>;

/** Creates the window's texts for main: for dialogs, menus and notifications of the system. */
export function createTexts() {
  const instance = createInstance();
  void instance.init({
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    resources: Object.fromEntries(languages.map((language) => [language, { translation: texts[language] }])),
    interpolation: { escapeValue: false },
  });
  return {
    in(locale: string) {
      // On demand: all German texts are written anew, which takes longer than the rest of this function.
      if (/^de-(?:CH|LI)$/.test(locale) && !instance.hasResourceBundle(locale, 'translation'))
        instance.addResourceBundle(locale, 'translation', inSpellingOf(locale, de));
      return instance.getFixedT(locale);
    },
  };
}

/** The texts in a language with a region, for example `de-CH`. */
export type TextsIn = ReturnType<typeof createTexts>['in'];
/** The texts in the language that the window shows now. */
export type Texts = () => ReturnType<TextsIn>;
